// What a reduction is: the state over no elements, of one, of two states together, and the result.
template <typename T>
struct Sum {
  typedef typename Arithmetic<T>::type state;
  static state start() { return state(0); }
  static state of(T x, uint) { return state(x); }
  static state join(state a, state b) { return a + b; }
  static state exchange(state s, uint distance) { return exchanged(s, distance); }
  static T finish(state s, uint) { return T(s); }
};

template <typename T>
struct Mean : Sum<T> {
  static T finish(float sum, uint count) { return T(sum / float(count)); }
};

template <typename T>
struct Product : Sum<T> {
  typedef typename Arithmetic<T>::type state;
  static state start() { return state(1); }
  static state join(state a, state b) { return a * b; }
};

template <typename T>
struct Largest {
  typedef typename Key<T>::type state;
  static state start() { return Key<T>::lowest(); }
  static state of(T x, uint) { return Key<T>::of(x, true); }
  static state join(state a, state b) { return a > b ? a : b; }
  static state exchange(state s, uint distance) { return exchanged(s, distance); }
  static T finish(state s, uint) { return Key<T>::element(s); }
};

template <typename T>
struct Smallest : Largest<T> {
  typedef typename Key<T>::type state;
  static state start() { return Key<T>::highest(); }
  static state of(T x, uint) { return Key<T>::of(x, false); }
  static state join(state a, state b) { return a < b ? a : b; }
};

#define REDUCTION(name, R, suffix, T)                            \
  INSTANTIATE(name "_rows_" suffix, reduce_rows<T, T, R<T>>)     \
  INSTANTIATE(name "_columns_" suffix, reduce_columns<T, T, R<T>>)

// What exists for bool, for integers too, and for floating-point types alone.
#define EXTREMES(suffix, T)                     \
  REDUCTION("reduce_max", Largest, suffix, T)   \
  REDUCTION("reduce_min", Smallest, suffix, T)
#define NUMBERS(suffix, T)                      \
  EXTREMES(suffix, T)                           \
  REDUCTION("reduce_sum", Sum, suffix, T)       \
  REDUCTION("reduce_prod", Product, suffix, T)
#define FLOATS(suffix, T)                       \
  NUMBERS(suffix, T)                            \
  REDUCTION("reduce_mean", Mean, suffix, T)

FLOATS("f32", float)
FLOATS("f16", half)
FLOATS("bf16", bfloat)
NUMBERS("i8", char)
NUMBERS("i16", short)
NUMBERS("i32", int)
NUMBERS("i64", long)
NUMBERS("u8", uchar)
NUMBERS("u16", ushort)
NUMBERS("u32", uint)
NUMBERS("u64", ulong)
EXTREMES("bool", bool)
