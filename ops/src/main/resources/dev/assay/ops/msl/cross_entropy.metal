// The loss −Σ targets · log_softmax(x) of each row.

struct SoftmaxCrossEntropyParams {
  uint rows;
  uint width;
};

// For the maximum: NaN as +infinity makes the sum and with it the loss NaN.
inline float as_candidate(float z) { return is_nan(z) ? INFINITY : z; }

// A target of 0 contributes nothing, not even where the logarithm is −infinity; NaN stays NaN.
inline float loss_of(float z, float target, float top, float log_sum) {
  const float logarithm = top == -INFINITY ? z : z - top - log_sum;
  return target != 0.0f || is_nan(logarithm) ? -target * logarithm : 0.0f;
}

template <typename T>
[[kernel]] void softmax_cross_entropy_rows(device const T* x [[buffer(0)]],
                                           device const T* targets [[buffer(1)]],
                                           device T* out [[buffer(2)]],
                                           constant SoftmaxCrossEntropyParams& params [[buffer(3)]],
                                           uint row [[threadgroup_position_in_grid]],
                                           uint thread_index [[thread_position_in_threadgroup]],
                                           uint threads [[threads_per_threadgroup]],
                                           uint lane [[thread_index_in_simdgroup]],
                                           uint simdgroup [[simdgroup_index_in_threadgroup]],
                                           uint simdgroups [[simdgroups_per_threadgroup]]) {
  if (row >= params.rows) return;
  threadgroup float partial[32];
  const uint first = row * params.width;
  float top = -INFINITY;
  for (uint i = thread_index; i < params.width; i += threads) {
    top = max(top, as_candidate(float(x[first + i])));
  }
  top = group_max(top, partial, lane, simdgroup, simdgroups);
  float sum = 0.0f;
  for (uint i = thread_index; i < params.width; i += threads) {
    sum += precise::exp(float(x[first + i]) - top);
  }
  const float log_sum = precise::log(group_sum(sum, partial, lane, simdgroup, simdgroups));
  float loss = 0.0f;
  for (uint i = thread_index; i < params.width; i += threads) {
    loss += loss_of(float(x[first + i]), float(targets[first + i]), top, log_sum);
  }
  loss = group_sum(loss, partial, lane, simdgroup, simdgroups);
  if (thread_index == 0) out[row] = T(loss);
}

template <typename T>
[[kernel]] void softmax_cross_entropy_short(
    device const T* x [[buffer(0)]], device const T* targets [[buffer(1)]],
    device T* out [[buffer(2)]], constant SoftmaxCrossEntropyParams& params [[buffer(3)]],
    uint row [[thread_position_in_grid]]) {
  if (row >= params.rows) return;
  const uint first = row * params.width;
  float top = -INFINITY;
  for (uint i = 0; i < params.width; i++) top = max(top, as_candidate(float(x[first + i])));
  float sum = 0.0f;
  for (uint i = 0; i < params.width; i++) sum += precise::exp(float(x[first + i]) - top);
  const float log_sum = precise::log(sum);
  float loss = 0.0f;
  for (uint i = 0; i < params.width; i++) {
    loss += loss_of(float(x[first + i]), float(targets[first + i]), top, log_sum);
  }
  out[row] = T(loss);
}

#define CROSS_ENTROPY(suffix, T)                                                    \
  INSTANTIATE("softmax_cross_entropy_rows_" suffix, softmax_cross_entropy_rows<T>)  \
  INSTANTIATE("softmax_cross_entropy_short_" suffix, softmax_cross_entropy_short<T>)

CROSS_ENTROPY("f32", float)
CROSS_ENTROPY("f16", half)
CROSS_ENTROPY("bf16", bfloat)
