// Sums of the elements up to each along an axis.

constant bool exclusive [[function_constant(0)]];
constant bool reverse [[function_constant(1)]];

// The place of the element that is the step-th to be added.
inline uint scanned(uint step, uint axis) { return reverse ? axis - 1 - step : step; }

// Rows of neighbours, as many at a time as the threadgroup is wide.
template <typename T>
[[kernel]] void cumsum_rows(device const T* x [[buffer(0)]], device T* out [[buffer(1)]],
                            constant ReduceParams& params [[buffer(2)]],
                            uint row [[threadgroup_position_in_grid]],
                            uint thread_index [[thread_position_in_threadgroup]],
                            uint width [[threads_per_threadgroup]]) {
  if (row >= params.outer) return;
  typedef typename Arithmetic<T>::type number;
  threadgroup number sums[256];
  const uint first = row * params.axis;
  number carry = number(0);
  for (uint base = 0; base < params.axis; base += width) {
    const uint step = base + thread_index;
    const bool inside = step < params.axis;
    const uint at = first + scanned(inside ? step : 0, params.axis);
    number sum = inside ? number(x[at]) : number(0);
    sums[thread_index] = sum;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    for (uint distance = 1; distance < width; distance *= 2) {
      const number before = thread_index >= distance ? sums[thread_index - distance] : number(0);
      threadgroup_barrier(mem_flags::mem_threadgroup);
      sum = before + sum;
      sums[thread_index] = sum;
      threadgroup_barrier(mem_flags::mem_threadgroup);
    }
    // Not the sum minus the element: that would be NaN behind an infinity.
    if (exclusive) sum = thread_index > 0 ? sums[thread_index - 1] : number(0);
    if (inside) out[at] = T(carry + sum);
    carry = carry + sums[width - 1];
    threadgroup_barrier(mem_flags::mem_threadgroup);
  }
}

template <typename T>
[[kernel]] void cumsum_columns(device const T* x [[buffer(0)]], device T* out [[buffer(1)]],
                               constant ReduceParams& params [[buffer(2)]],
                               uint index [[thread_position_in_grid]]) {
  if (index >= params.outer * params.inner) return;
  typedef typename Arithmetic<T>::type number;
  const uint first = index / params.inner * params.axis * params.inner + index % params.inner;
  number sum = number(0);
  for (uint step = 0; step < params.axis; step++) {
    const uint at = first + scanned(step, params.axis) * params.inner;
    const number before = sum;
    sum += number(x[at]);
    out[at] = T(exclusive ? before : sum);
  }
}

#define CUMSUM(suffix, T)                                  \
  INSTANTIATE("cumsum_rows_" suffix, cumsum_rows<T>)       \
  INSTANTIATE("cumsum_columns_" suffix, cumsum_columns<T>)

CUMSUM("f32", float)
CUMSUM("f16", half)
CUMSUM("bf16", bfloat)
CUMSUM("i8", char)
CUMSUM("i16", short)
CUMSUM("i32", int)
CUMSUM("i64", long)
CUMSUM("u8", uchar)
CUMSUM("u16", ushort)
CUMSUM("u32", uint)
CUMSUM("u64", ulong)
