#include <metal_stdlib>
using namespace metal;

// Built-in values outside the kernels that use them.
namespace counting {
const uint thread_position_in_grid [[thread_position_in_grid]];
static const uint2 group [[threadgroup_position_in_grid]];

void note(device uint* out) {
  out[thread_position_in_grid] = group.y;
}
kernel void positions(device uint* out [[buffer(0)]]) {
  note(out);
}
}

kernel void doubled(device uint* out [[buffer(0)]], uint i [[thread_position_in_grid]]) {
  out[i] *= 2;
}
