// The whole of MSL's library, compiled once ahead of any kernel.
#pragma once
#include "scalar.h"
#include "vec.h"
#include "math.h"
#include "integer.h"
#include "limits.h"
#include "matrix.h"
#include "sync.h"
#include "simdgroup_matrix.h"
#include "atomic.h"
#include "mixed_operators.h"
#include "utility.h"
#include "tensor_ops.h"
#include "texture.h"
#include "raytracing.h"
#include "graphics.h"
#include "entry.h"

#define MSL_SIMD_NAMES(T)                 \
  typedef T##2 vector_##T##2;             \
  typedef T##3 vector_##T##3;             \
  typedef T##4 vector_##T##4;             \
  typedef T##2 simd_##T##2;               \
  typedef T##3 simd_##T##3;               \
  typedef T##4 simd_##T##4;
MSL_SIMD_NAMES(float)
MSL_SIMD_NAMES(int)
MSL_SIMD_NAMES(uint)
MSL_SIMD_NAMES(short)
MSL_SIMD_NAMES(ushort)
MSL_SIMD_NAMES(char)
MSL_SIMD_NAMES(uchar)
#undef MSL_SIMD_NAMES
typedef float2x2 simd_float2x2;
typedef float3x3 simd_float3x3;
typedef float4x4 simd_float4x4;
namespace simd {
using ::half;
using metal::vec;
}
