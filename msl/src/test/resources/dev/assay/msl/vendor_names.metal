#include <metal_stdlib>
#if __METAL_VERSION__ >= 300
#define modern 1
#endif
using namespace metal;

// A class whose members and operators are repeated for each address space, as number types do.
struct pair_of {
  float a;
  float b;
  METAL_FUNC pair_of() thread {}
  METAL_FUNC pair_of() threadgroup {}
  METAL_FUNC pair_of(float x, float y) thread : a(x), b(y) {}
  METAL_FUNC pair_of(float x, float y) threadgroup : a(x), b(y) {}
  METAL_FUNC pair_of(float x, float y) device : a(x), b(y) {}
  METAL_FUNC operator float() const thread { return a + b; }
  METAL_FUNC operator float() const device { return a + b; }
  METAL_FUNC operator float() const constant { return a + b; }
  METAL_FUNC device pair_of& operator=(float x) device { a = x; b = 0; return *this; }
  METAL_FUNC thread pair_of& operator=(float x) thread { a = x; b = 0; return *this; }
};
METAL_FUNC float total(device const pair_of& p) { return p.a + p.b; }
METAL_FUNC float total(thread const pair_of& p) { return p.a + p.b; }

template <typename T> struct pointee {};
template <typename T> struct pointee<device T*> { typedef remove_cv_t<T> type; };
template <typename T> struct pointee<threadgroup T*> { typedef remove_cv_t<T> type; };
template <typename T> struct pointee<thread T*> { typedef remove_cv_t<T> type; };
template <typename T> struct pointee<constant T*> { typedef remove_cv_t<T> type; };

namespace shim {
METAL_FUNC half exp(half x) { return half(__metal_exp(float(x), __METAL_MAYBE_FAST_MATH__)); }
constexpr constant int bits = _fp_encoding_traits<half>::mantissa_bits;
}

[[kernel]] void names(device float* out [[buffer(0)]], device const pair_of* in [[buffer(1)]]) {
  pair_of p = in[0];
  out[0] = float(p) + total(in[0]) + total(p);
  out[1] = float(shim::exp(1.0h));
  out[2] = shim::bits + modern + vec_elements<float3>::value;
  out[3] = M_PI_F + (INFINITY > MAXFLOAT ? 1.0 : 0.0);
  out[4] = float(numeric_limits<ushort>::max()) + float(is_same_v<pointee<device const float*>::type, float>);
  p = 3.0f;
  out[5] = p.a + p.b;
}

// Parameters without indices, numbered in order around those that have one.
kernel void numbered(device float* first, device float* third [[buffer(1)]], device float* second) {
  first[0] = 1;
  second[0] = 2;
  third[0] = 3;
}
