#include <metal_stdlib>
using namespace metal;

typedef bfloat bfloat16_t;
using float16_t = half;

// Between half and bfloat there is no implicit conversion, but every form of a cast.
template <typename T, typename U>
[[kernel]] void copy(device const T* in, device U* out, uint i [[thread_position_in_grid]]) {
  out[i] = static_cast<U>(in[i]);
}
#define instantiate_copy(name, in, out) \
  template [[host_name(name)]] [[kernel]] decltype(copy<in, out>) copy<in, out>;
instantiate_copy("copy_half_bfloat", float16_t, bfloat16_t)
instantiate_copy("copy_bfloat_half", bfloat, half)
instantiate_copy("copy_half_int", half, int)
instantiate_copy("copy_bool_bfloat", bool, bfloat)

struct tenth {
  uchar bits;
  operator half() thread { return half(bits) / 10; }
  operator bfloat() thread { return static_cast<bfloat>(this->operator half()); }
};
METAL_FUNC float two(thread half (&v)[2]) { return float(v[0]) + float(v[1]); }

kernel void forms(device half* h, device bfloat* b, device float* out) {
  out[0] = float(bfloat(h[0])) + float((bfloat)h[0] * (bfloat)2) + float(bfloat16_t(h[1]));
  out[1] = float((half)b[0]) - float(float16_t(b[1]));
  half4 wide = half4(bfloat4(b[0], b[1], b[0], b[1]));
  out[2] = float(wide.x + wide.w);
  out[3] = float(bfloat2(wide.xy).y);
  tenth t = {15};
  out[4] = float(static_cast<bfloat>(t));
  out[5] = float(static_cast<half>(t));
  half pair[2] = {half(1), half(2)};
  out[6] = two(pair);
  constexpr bfloat third = bfloat(half(0.333251953125h));
  out[7] = float(third);
}
