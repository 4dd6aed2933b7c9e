#include <metal_stdlib>
using namespace metal;

constant bool negate [[function_constant(0)]];
constant int shift [[function_constant(1)]];
constant float factor [[function_constant(2)]];
constant ulong wide [[function_constant(3)]];
constant half small [[function_constant(4)]];
constant uchar byte [[function_constant(5)]];
constant int optional_value [[function_constant(6)]];
constant bool has_bias [[function_constant(7)]];
constant int effective = is_function_constant_defined(optional_value) ? optional_value : 11;

kernel void constants(device float* out [[buffer(0)]],
                      device const float* bias [[buffer(1), function_constant(has_bias)]]) {
  out[0] = negate ? -1 : 1;
  out[1] = shift;
  out[2] = factor;
  out[3] = float(wide >> 32);
  out[4] = small;
  out[5] = byte;
  out[6] = effective;
  out[7] = has_bias ? bias[0] : 0;
}

kernel void plain(device float* out) { out[0] = 5; }
