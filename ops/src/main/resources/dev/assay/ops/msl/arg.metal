// The index of the largest or smallest element; −1 along an axis without elements.

constant bool select_last [[function_constant(0)]];

template <typename T, bool Most>
struct Choice {
  typedef typename Key<T>::type key;
  typedef Candidate<key> state;
  static state start() { return nobody<key>(); }
  static state of(T x, uint index) {
    state one;
    const key k = choosing_key(x);
    // A NaN is chosen either way.
    one.key = Most || !Key<T>::is_number(x) ? k : key(~k);
    one.index = index;
    return one;
  }
  static state join(state a, state b) { return better(a, b, select_last); }
  static state exchange(state s, uint distance) { return exchanged(s, distance); }
  static int finish(state s, uint) { return int(s.index); }
};
template <typename T>
struct ArgMax : Choice<T, true> {};
template <typename T>
struct ArgMin : Choice<T, false> {};

#define ARGUMENT(name, R, suffix, T)                               \
  INSTANTIATE(name "_rows_" suffix, reduce_rows<T, int, R<T>>)     \
  INSTANTIATE(name "_columns_" suffix, reduce_columns<T, int, R<T>>)
#define ARGUMENTS(suffix, T)                \
  ARGUMENT("argmax", ArgMax, suffix, T)     \
  ARGUMENT("argmin", ArgMin, suffix, T)

ARGUMENTS("f32", float)
ARGUMENTS("f16", half)
ARGUMENTS("bf16", bfloat)
ARGUMENTS("i8", char)
ARGUMENTS("i16", short)
ARGUMENTS("i32", int)
ARGUMENTS("i64", long)
ARGUMENTS("u8", uchar)
ARGUMENTS("u16", ushort)
ARGUMENTS("u32", uint)
ARGUMENTS("u64", ulong)
