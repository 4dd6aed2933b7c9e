// What compilers to MSL write: every name qualified, arrays wrapped in structs, casts of pointers,
// commas in front, defaults through conversion.
#include <metal_stdlib>
#include <simd/simd.h>

using metal::uint;
struct DefaultConstructible {
    template<typename T>
    operator T() && {
        return T {};
    }
};
struct Sizes {
    uint size0;
};
typedef uint words[1];
struct Words {
    words data;
};
struct Shared {
    metal::uint inner[20];
};
struct Mixed {
    metal::packed_float3 place;
    float w;
    metal::float3x3 turn;
    metal::atomic_uint count;
};

uint steps(
    uint n_base
) {
    uint n = {};
    uint i = {};
    n = n_base;
    uint2 loop_bound = uint2(4294967295u);
    while(true) {
        if (metal::all(loop_bound == uint2(0u))) { break; }
        loop_bound -= uint2(loop_bound.y == 0u, 1u);
        if (n > 1u) {
        } else {
            break;
        }
        n = (n % 2u) == 0u ? n / 2u : (3u * n) + 1u;
        i = i + 1u;
    }
    return i;
}

template<typename T, typename E = typename metal::enable_if<metal::is_integral<T>::value>::type>
inline T sign(T x)
{
    return metal::select(metal::select(metal::select(x, T(0), x == T(0)), T(1), x > T(0)), T(-1), x < T(0));
}

kernel void collatz(
  metal::uint3 id [[thread_position_in_grid]]
, metal::uint3 local [[thread_position_in_threadgroup]]
, device Words& values [[buffer(0)]]
, device Mixed& mixed [[buffer(1)]]
, threadgroup Shared& shared
, constant Sizes& sizes [[buffer(2)]]
) {
    if (metal::all(local == metal::uint3(0u))) {
        shared = {};
    }
    metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
    uint value = uint(id.x) < 1 + (sizes.size0 - 0 - 4) / 4 ? values.data[id.x] : DefaultConstructible();
    values.data[id.x] = steps(value) + shared.inner[id.x];
    metal::atomic_fetch_add_explicit(&mixed.count, 1u, metal::memory_order_relaxed);
    if (id.x == 0u) {
        metal::int3 signs = sign(metal::int3(-7, 0, 9));
        mixed.place = metal::float3(signs) * mixed.turn;
        mixed.w = metal::fma(mixed.place.x, 2.0, 1.0);
    }
    return;
}

float2 wmma(float2 a, float2 b, float2 c) {
  metal::simdgroup_float8x8 mat_a, mat_b; metal::simdgroup_float8x8 mat_c;
  mat_a.thread_elements()[0] = a[0]; mat_b.thread_elements()[0] = b[0]; mat_c.thread_elements()[0] = c[0];
  mat_a.thread_elements()[1] = a[1]; mat_b.thread_elements()[1] = b[1]; mat_c.thread_elements()[1] = c[1];
  simdgroup_multiply_accumulate(mat_c, mat_a, mat_b, mat_c);
  return float2(mat_c.thread_elements()[0], mat_c.thread_elements()[1]);
}

// A matrix kept as the compiler keeps it: 64 elements, of which a lane sees its two in front.
#pragma METAL internals : enable
namespace metal
{
  template <typename T>
  struct matrix_storage {
    typedef vec<T, 64> storage_type;
    storage_type t;
    METAL_FUNC thread vec<T, 2>* thread_elements() thread {
      return reinterpret_cast<thread vec<T, 2>*>(&t);
    }
    METAL_FUNC matrix_storage() thread = default;
    METAL_FUNC matrix_storage(vec<T, 2> thread_elements) thread {
      *(this->thread_elements()) = thread_elements;
    }
    template <typename U, typename V>
    METAL_FUNC void multiply(matrix_storage<U> a, matrix_storage<V> b, bool accumulate = true) {
      if (!accumulate) {
        *(thread_elements()) = vec<T, 2>(0);
      }
      t = __metal_simdgroup_matrix_8x8_multiply_accumulate(a.t, b.t, t, typename matrix_storage<T>::storage_type());
    }
  };
}
#pragma METAL internals : disable

// Both ways to multiply; their results stand one after the other.
kernel void multiply_both(const device float* a, const device float* b, device float* out,
                          uint3 lid [[thread_position_in_threadgroup]]) {
  threadgroup __attribute__((aligned(16))) float rows[64];
  int lane = lid.x; /* 32 */
  int quad = lane / 4;
  int at = ((quad & 4) + (lane / 2) % 4) * 8 + (quad & 2) * 2 + (lane % 2) * 2;
  *(rows + at) = *(a + at);
  *(rows + at + 1) = *(a + at + 1);
  metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
  float2 left = *((threadgroup float2*)((rows + at)));
  float2 right = *((const device float2*)((b + at)));
  *((device float2*)((out + at))) = wmma(left, right, float2(1.0f));
  metal::matrix_storage<float> x(left), y(right), sum(metal::float2(5.0f));
  sum.multiply(x, y, false);
  *((device float2*)((out + 64 + at))) = *(sum.thread_elements());
}

// Fields that are called like swizzles, beside swizzles.
struct Point {
  metal::float2 xy;
  float z;
  metal::float4 rgba;
  int bb[3];
};
template <typename T>
struct Pair {
  T xy;
  T zw;
};
union Halves {
  metal::float4 all;
  struct {
    metal::float2 xy;
    metal::float2 zw;
  };
};
kernel void fields(device metal::float4* out, constant Point& p, device Pair<float>& q) {
  metal::float4 v = metal::float4(1, 2, 3, 4);
  Point o = p;
  o.xy = v.zw;
  o.xy.x += 5;
  o.xy.yx = o.xy;
  o.bb[1] = 7;
  Halves halves;
  halves.all = v;
  halves.xy = halves.zw;
  out[0] = metal::float4(p.xy, o.z, v.wzyx.y);
  out[1].xy = o.xy.yx;
  out[1].zw = metal::float2(q.zw, o.bb[1]);
  q.xy = 5;
  q.zw += q.xy;
  thread Point* r = &o;
  r->rgba.xyz = v.zyx;
  out[2] = r->rgba;
  out[3] = halves.all;
}

// Bits of a float as a constant, and a function that is constant for some arguments only.
constexpr float from_bits(uint bits) { return as_type<float>(bits); }
constexpr float scaled(float x) { return metal::exp2(x); }
constant constexpr float one = from_bits(0x3f800000);

// Qualifiers that say how far writes are seen.
kernel void fence(volatile coherent(system) device uint* stamps [[buffer(0)]],
                  coherent device uint* out [[buffer(1)]], const constant uint& value,
                  uint i [[thread_position_in_grid]]) {
  stamps[i] = value + i;
  metal::atomic_thread_fence(metal::mem_flags::mem_device, metal::memory_order_seq_cst,
                             metal::thread_scope_device);
  out[i] = stamps[i] * uint(one) * uint(scaled(0.0f));
}
