// softmax and log_softmax of z = x · scale + mask along any axis: a threadgroup for each row, or a thread.

struct SoftmaxParams {
  uint rows;
  uint length;
  uint axis;
  uint rank;
  float scale;
  uint shape[8];
  ulong x_strides[8];
  ulong mask_strides[8];
};

constant bool has_mask [[function_constant(0)]];
constant bool causal [[function_constant(1)]];

// Where a row lies: offsets of its first element and distances to the next, and how many of its keys are not hidden.
struct Row {
  uint x;
  uint mask;
  uint out;
  uint x_stride;
  uint mask_stride;
  uint out_stride;
  uint seen;
};

inline Row find_row(constant SoftmaxParams& params, uint index) {
  Row row = {0, 0, 0, 0, 0, 1, params.length};
  uint rest = index;
  uint dense = 1;
  for (uint axis = params.rank; axis-- > 0;) {
    if (axis == params.axis) {
      row.x_stride = uint(params.x_strides[axis]);
      row.mask_stride = uint(params.mask_strides[axis]);
      row.out_stride = dense;
    } else {
      const uint at = rest % params.shape[axis];
      rest /= params.shape[axis];
      row.x += at * uint(params.x_strides[axis]);
      row.mask += at * uint(params.mask_strides[axis]);
      row.out += at * dense;
    }
    dense *= params.shape[axis];
  }
  if (causal) {
    const uint queries = params.shape[params.axis - 1];
    // Query i sees keys up to i + keys − queries, which may be none.
    const uint reach = index % queries + params.length + 1;
    row.seen = reach <= queries ? 0 : min(reach - queries, params.length);
  }
  return row;
}

// A logit; −infinity where it is hidden, whatever x holds there.
template <typename T>
float logit(device const T* x, device const T* mask, constant SoftmaxParams& params, Row row,
            uint i) {
  if (i >= row.seen) return -INFINITY;
  const float z = float(x[row.x + i * row.x_stride]) * params.scale;
  return has_mask ? z + float(mask[row.mask + i * row.mask_stride]) : z;
}

// For the maximum: NaN as +infinity makes the sum and with it the whole row NaN.
inline float as_candidate(float z) { return is_nan(z) ? INFINITY : z; }

struct Weight {
  static float of(float z, float top, float sum) {
    return top == -INFINITY ? 0.0f : precise::exp(z - top) / sum;
  }
};
struct LogWeight {
  static float of(float z, float top, float sum) {
    return top == -INFINITY ? z : z - top - precise::log(sum);
  }
};

template <typename T, typename Result>
[[kernel]] void softmax_rows(device const T* x [[buffer(0)]],
                             device const T* mask [[buffer(1), function_constant(has_mask)]],
                             device T* out [[buffer(2)]],
                             constant SoftmaxParams& params [[buffer(3)]],
                             uint index [[threadgroup_position_in_grid]],
                             uint thread_index [[thread_position_in_threadgroup]],
                             uint threads [[threads_per_threadgroup]],
                             uint lane [[thread_index_in_simdgroup]],
                             uint simdgroup [[simdgroup_index_in_threadgroup]],
                             uint simdgroups [[simdgroups_per_threadgroup]]) {
  if (index >= params.rows) return;
  threadgroup float partial[32];
  const Row row = find_row(params, index);
  float top = -INFINITY;
  for (uint i = thread_index; i < row.seen; i += threads) {
    top = max(top, as_candidate(logit(x, mask, params, row, i)));
  }
  top = group_max(top, partial, lane, simdgroup, simdgroups);
  float sum = 0.0f;
  for (uint i = thread_index; i < row.seen; i += threads) {
    sum += precise::exp(logit(x, mask, params, row, i) - top);
  }
  sum = group_sum(sum, partial, lane, simdgroup, simdgroups);
  for (uint i = thread_index; i < params.length; i += threads) {
    out[row.out + i * row.out_stride] = T(Result::of(logit(x, mask, params, row, i), top, sum));
  }
}

template <typename T, typename Result>
[[kernel]] void softmax_columns(device const T* x [[buffer(0)]],
                                device const T* mask [[buffer(1), function_constant(has_mask)]],
                                device T* out [[buffer(2)]],
                                constant SoftmaxParams& params [[buffer(3)]],
                                uint index [[thread_position_in_grid]]) {
  if (index >= params.rows) return;
  const Row row = find_row(params, index);
  float top = -INFINITY;
  for (uint i = 0; i < row.seen; i++) {
    top = max(top, as_candidate(logit(x, mask, params, row, i)));
  }
  float sum = 0.0f;
  for (uint i = 0; i < row.seen; i++) sum += precise::exp(logit(x, mask, params, row, i) - top);
  for (uint i = 0; i < params.length; i++) {
    out[row.out + i * row.out_stride] = T(Result::of(logit(x, mask, params, row, i), top, sum));
  }
}

#define SOFTMAX(suffix, T)                                                \
  INSTANTIATE("softmax_rows_" suffix, softmax_rows<T, Weight>)            \
  INSTANTIATE("softmax_columns_" suffix, softmax_columns<T, Weight>)      \
  INSTANTIATE("log_softmax_rows_" suffix, softmax_rows<T, LogWeight>)     \
  INSTANTIATE("log_softmax_columns_" suffix, softmax_columns<T, LogWeight>)

SOFTMAX("f32", float)
SOFTMAX("f16", half)
SOFTMAX("bf16", bfloat)
