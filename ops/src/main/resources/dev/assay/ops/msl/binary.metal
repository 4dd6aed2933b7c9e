// out[i] = a[i] ∘ b[i] over a shape of at most 8 axes, whose strides say how each operand broadcasts; out is dense.

struct BinaryParams {
  uint length;
  uint rank;
  uint shape[8];
  ulong a_strides[8];
  ulong b_strides[8];
};

// The type that both operands are computed in.
template <typename T>
using arithmetic = typename Arithmetic<T>::type;

struct Add {
  template <typename T>
  static T apply(T a, T b) {
    return T(arithmetic<T>(a) + arithmetic<T>(b));
  }
};
struct Sub {
  template <typename T>
  static T apply(T a, T b) {
    return T(arithmetic<T>(a) - arithmetic<T>(b));
  }
};
struct Mul {
  template <typename T>
  static T apply(T a, T b) {
    return T(arithmetic<T>(a) * arithmetic<T>(b));
  }
};
struct Max {
  template <typename T>
  static T apply(T a, T b) {
    return larger(a, b);
  }
};
struct Min {
  template <typename T>
  static T apply(T a, T b) {
    return smaller(a, b);
  }
};
struct Div {
  static float apply(float a, float b) { return a / b; }
  static half apply(half a, half b) { return half(float(a) / float(b)); }
  static bfloat apply(bfloat a, bfloat b) { return bfloat(float(a) / float(b)); }
  // A zero divisor gives 0; the smallest integer over −1 wraps to itself. MSL defines neither.
  template <typename T>
  static T apply(T a, T b) {
    if (b == T(0)) return T(0);
    if (T(-1) < T(0) && b == T(-1)) return T(arithmetic<T>(0) - arithmetic<T>(a));
    return T(a / b);
  }
};
struct Pow {
  static float apply(float a, float b) {
    if (a == 1.0f || b == 0.0f || (a == -1.0f && fabs(b) == INFINITY)) return 1.0f;
    return precise::pow(a, b);
  }
  static half apply(half a, half b) { return half(apply(float(a), float(b))); }
  static bfloat apply(bfloat a, bfloat b) { return bfloat(apply(float(a), float(b))); }
  template <typename T>
  static T apply(T a, T b) {
    if (b < T(0)) {
      // 1 over a power truncates to 0 but for ±1; 0 has no negative power, and gives 0.
      return a == T(1) ? a : a == T(-1) ? (b & T(1)) != T(0) ? a : T(1) : T(0);
    }
    arithmetic<T> power = 1;
    arithmetic<T> square = arithmetic<T>(a);
    for (arithmetic<T> rest = arithmetic<T>(b); rest != 0; rest >>= 1) {
      if ((rest & 1) != 0) power *= square;
      square *= square;
    }
    return T(power);
  }
};

// Both operands as dense as out: four neighbours a thread.
template <typename T, typename F>
[[kernel]] void binary_dense(device const T* a [[buffer(0)]], device const T* b [[buffer(1)]],
                             device T* out [[buffer(2)]],
                             constant BinaryParams& params [[buffer(3)]],
                             uint quad [[thread_position_in_grid]]) {
  const uint first = quad * 4;
  if (first >= params.length) return;
  if (params.length - first >= 4) {
    Quad<T> left = *(device const Quad<T>*)(a + first);
    const Quad<T> right = *(device const Quad<T>*)(b + first);
    for (uint i = 0; i < 4; i++) left.lane[i] = F::apply(left.lane[i], right.lane[i]);
    *(device Quad<T>*)(out + first) = left;
    return;
  }
  for (uint i = first; i < params.length; i++) out[i] = F::apply(a[i], b[i]);
}

// Any strides; the last axis moves fastest.
template <typename T, typename F>
[[kernel]] void binary_strided(device const T* a [[buffer(0)]], device const T* b [[buffer(1)]],
                               device T* out [[buffer(2)]],
                               constant BinaryParams& params [[buffer(3)]],
                               uint index [[thread_position_in_grid]]) {
  if (index >= params.length) return;
  uint rest = index;
  uint from_a = 0;
  uint from_b = 0;
  for (uint axis = params.rank; axis-- > 0;) {
    const uint size = params.shape[axis];
    const uint at = rest % size;
    rest /= size;
    from_a += at * uint(params.a_strides[axis]);
    from_b += at * uint(params.b_strides[axis]);
  }
  out[index] = F::apply(a[from_a], b[from_b]);
}

#define BINARY_TYPE(name, F, suffix, T)                                 \
  INSTANTIATE(name "_dense_" suffix, binary_dense<T, F>)                \
  INSTANTIATE(name "_strided_" suffix, binary_strided<T, F>)

#define BINARY(name, F)                \
  BINARY_TYPE(name, F, "f32", float)   \
  BINARY_TYPE(name, F, "f16", half)    \
  BINARY_TYPE(name, F, "bf16", bfloat) \
  BINARY_TYPE(name, F, "i8", char)     \
  BINARY_TYPE(name, F, "i16", short)   \
  BINARY_TYPE(name, F, "i32", int)     \
  BINARY_TYPE(name, F, "i64", long)    \
  BINARY_TYPE(name, F, "u8", uchar)    \
  BINARY_TYPE(name, F, "u16", ushort)  \
  BINARY_TYPE(name, F, "u32", uint)    \
  BINARY_TYPE(name, F, "u64", ulong)

BINARY("add", Add)
BINARY("sub", Sub)
BINARY("mul", Mul)
BINARY("div", Div)
BINARY("pow", Pow)
BINARY("max", Max)
BINARY("min", Min)
