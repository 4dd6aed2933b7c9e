#include <metal_stdlib>
using namespace metal;

// Every way to build a vector, and swizzles on both sides of an assignment.
struct Pose {
  float3 position;
  packed_float3 axis;
  half2 scale;
  uchar4 tag;
};

constant float4 table[2] = {float4(1, 2, 3, 4), {5.0f, 6.0f, 7.0f, 8.0f}};

template <typename T>
using quad_of = vec<T, 4>;

kernel void build(device const Pose* poses [[buffer(0)]],
                  device float4* out [[buffer(1)]],
                  constant uint2& choice [[buffer(2)]],
                  uint i [[thread_position_in_grid]]) {
  Pose p = poses[i];
  float4 v = float4(p.position.xy, float2(p.scale));
  v.zw += p.axis.yx;
  quad_of<half> h = quad_of<half>(v);
  v = select(v, (float4)h, v > 2.0);
  v.xy = v.yx;
  bool4 large = v >= float4(2);
  out[i * 2] = v + float4(large) * 100.0 + table[choice.x];
  uchar4 tag = p.tag;
  tag.rg += uchar2(1, 2);
  out[i * 2 + 1] = float4(int4(tag) - 3) + as_type<float>(as_type<uint>(p.axis[2])) * float4(0, 0, 0, 1);
}

// half arithmetic rounds after each operation, and 1.0h is a half.
kernel void halves(device const half* a, device const half* b, device half* sum, device half* product,
                   device half* quotient, uint i [[thread_position_in_grid]]) {
  sum[i] = a[i] + b[i] * 1.0h;
  product[i] = a[i] * b[i];
  quotient[i] = a[i] / b[i];
}

kernel void bfloats(device const float* a, device const float* b, device bfloat* converted,
                    device bfloat* sum, uint i [[thread_position_in_grid]]) {
  bfloat x = bfloat(a[i]);
  converted[i] = x;
  sum[i] = x + bfloat(b[i]);
}

kernel void integers(device const int* a, device const int* b, device int* out,
                     uint i [[thread_position_in_grid]]) {
  int x = a[i];
  int y = b[i];
  device int* o = out + i * 12;
  o[0] = x + y;
  o[1] = x * y;
  o[2] = popcount(x);
  o[3] = clz(x);
  o[4] = int(rotate(uint(x), 7u));
  o[5] = mulhi(x, y);
  o[6] = addsat(x, y);
  o[7] = clamp(x, -5, 5);
  o[8] = int(absdiff(x, y));
  o[9] = int(extract_bits(uint(x), 3, 9));
  o[10] = int(reverse_bits(uint(x)));
  o[11] = min(x, y) ^ max3(x, y, 7);
}
