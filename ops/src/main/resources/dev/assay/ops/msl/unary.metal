// out[i] = f(x[i]) over dense elements, in place or not; a thread takes four neighbours.

struct Exp {
  static float apply(float x) { return precise::exp(x); }
};
struct Log {
  static float apply(float x) { return precise::log(x); }
};
struct Tanh {
  // Beyond 10 it is ±1 in f32; some devices overflow there.
  static float apply(float x) {
    return fabs(x) < 10.0f || is_nan(x) ? precise::tanh(x) : copysign(1.0f, x);
  }
};
struct Sigmoid {
  static float apply(float x) { return sigmoid_of(x); }
};
struct Sqrt {
  static float apply(float x) { return precise::sqrt(x); }
};
struct Rsqrt {
  static float apply(float x) { return precise::rsqrt(x); }
};
struct Erf {
  static float apply(float x) { return erf_of(x); }
};
struct Softplus {
  // ln(1 + e) = e − e²/2 … keeps the digits that 1 + e loses.
  static float apply(float x) {
    const float e = precise::exp(-fabs(x));
    return larger(x, 0.0f) + (e < 1e-3f ? e - 0.5f * e * e : precise::log(1.0f + e));
  }
};
struct Silu {
  static float apply(float x) { return silu_of(x); }
};
struct GeluErf {
  static float apply(float x) { return gelu_erf_of(x); }
};
struct GeluTanh {
  static float apply(float x) { return gelu_tanh_of(x); }
};

// Functions that are computed in f32 and rounded once.
template <typename F>
struct Rounded {
  template <typename T>
  static T apply(T x) {
    return T(F::apply(float(x)));
  }
};

// Functions that move bits.
struct Neg {
  template <typename T>
  static T apply(T x) {
    typedef typename FloatBits<T>::type bits;
    return as_type<T>(bits(as_type<bits>(x) ^ bits(~FloatBits<T>::magnitude)));
  }
};
struct Abs {
  template <typename T>
  static T apply(T x) {
    typedef typename FloatBits<T>::type bits;
    return as_type<T>(bits(as_type<bits>(x) & FloatBits<T>::magnitude));
  }
};
struct Relu {
  template <typename T>
  static T apply(T x) {
    return larger(x, T(0));
  }
};

template <typename T, typename F>
[[kernel]] void unary(device const T* x [[buffer(0)]], device T* out [[buffer(1)]],
                      constant uint& length [[buffer(2)]], uint quad [[thread_position_in_grid]]) {
  const uint first = quad * 4;
  if (first >= length) return;
  if (length - first >= 4) {
    Quad<T> values = *(device const Quad<T>*)(x + first);
    for (uint i = 0; i < 4; i++) values.lane[i] = F::apply(values.lane[i]);
    *(device Quad<T>*)(out + first) = values;
    return;
  }
  for (uint i = first; i < length; i++) out[i] = F::apply(x[i]);
}

#define UNARY(name, ...)                             \
  INSTANTIATE(name "_f32", unary<float, __VA_ARGS__>) \
  INSTANTIATE(name "_f16", unary<half, __VA_ARGS__>)  \
  INSTANTIATE(name "_bf16", unary<bfloat, __VA_ARGS__>)

UNARY("exp", Rounded<Exp>)
UNARY("log", Rounded<Log>)
UNARY("tanh", Rounded<Tanh>)
UNARY("sigmoid", Rounded<Sigmoid>)
UNARY("sqrt", Rounded<Sqrt>)
UNARY("rsqrt", Rounded<Rsqrt>)
UNARY("erf", Rounded<Erf>)
UNARY("softplus", Rounded<Softplus>)
UNARY("silu", Rounded<Silu>)
UNARY("gelu_erf", Rounded<GeluErf>)
UNARY("gelu_tanh", Rounded<GeluTanh>)
UNARY("neg", Neg)
UNARY("abs", Abs)
UNARY("relu", Relu)
