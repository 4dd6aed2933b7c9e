// Normalisation of the rows of x [rows, width]: a threadgroup for each row, or a thread where rows are short.

struct LayerNormParams {
  uint rows;
  uint width;
  float eps;
};

constant bool has_stats [[function_constant(0)]];

// Deviations are taken from the row's first element: they keep their digits where all have a large offset in common.
struct Statistics {
  float origin;
  float shift;
  float inverse_deviation;

  float normalized(float x) const { return (x - origin - shift) * inverse_deviation; }
};

template <typename T>
[[kernel]] void layer_norm_rows(device const T* x [[buffer(0)]], device const T* gamma [[buffer(1)]],
                                device const T* beta [[buffer(2)]], device T* out [[buffer(3)]],
                                device float* mean [[buffer(4), function_constant(has_stats)]],
                                device float* inverse_deviation
                                [[buffer(5), function_constant(has_stats)]],
                                constant LayerNormParams& params [[buffer(6)]],
                                uint row [[threadgroup_position_in_grid]],
                                uint thread_index [[thread_position_in_threadgroup]],
                                uint threads [[threads_per_threadgroup]],
                                uint lane [[thread_index_in_simdgroup]],
                                uint simdgroup [[simdgroup_index_in_threadgroup]],
                                uint simdgroups [[simdgroups_per_threadgroup]]) {
  if (row >= params.rows) return;
  threadgroup float partial[32];
  const uint first = row * params.width;
  Statistics found;
  found.origin = float(x[first]);
  float sum = 0.0f;
  for (uint i = thread_index; i < params.width; i += threads) sum += float(x[first + i]) - found.origin;
  found.shift = group_sum(sum, partial, lane, simdgroup, simdgroups) / float(params.width);
  float squares = 0.0f;
  for (uint i = thread_index; i < params.width; i += threads) {
    const float deviation = float(x[first + i]) - found.origin - found.shift;
    squares += deviation * deviation;
  }
  squares = group_sum(squares, partial, lane, simdgroup, simdgroups);
  found.inverse_deviation = precise::rsqrt(squares / float(params.width) + params.eps);
  for (uint i = thread_index; i < params.width; i += threads) {
    const float normalized = found.normalized(float(x[first + i]));
    out[first + i] = T(float(gamma[i]) * normalized + float(beta[i]));
  }
  if (has_stats && thread_index == 0) {
    mean[row] = found.origin + found.shift;
    inverse_deviation[row] = found.inverse_deviation;
  }
}

template <typename T>
[[kernel]] void layer_norm_short(device const T* x [[buffer(0)]],
                                 device const T* gamma [[buffer(1)]],
                                 device const T* beta [[buffer(2)]], device T* out [[buffer(3)]],
                                 device float* mean [[buffer(4), function_constant(has_stats)]],
                                 device float* inverse_deviation
                                 [[buffer(5), function_constant(has_stats)]],
                                 constant LayerNormParams& params [[buffer(6)]],
                                 uint row [[thread_position_in_grid]]) {
  if (row >= params.rows) return;
  const uint first = row * params.width;
  Statistics found;
  found.origin = float(x[first]);
  float sum = 0.0f;
  for (uint i = 0; i < params.width; i++) sum += float(x[first + i]) - found.origin;
  found.shift = sum / float(params.width);
  float squares = 0.0f;
  for (uint i = 0; i < params.width; i++) {
    const float deviation = float(x[first + i]) - found.origin - found.shift;
    squares += deviation * deviation;
  }
  found.inverse_deviation = precise::rsqrt(squares / float(params.width) + params.eps);
  for (uint i = 0; i < params.width; i++) {
    const float normalized = found.normalized(float(x[first + i]));
    out[first + i] = T(float(gamma[i]) * normalized + float(beta[i]));
  }
  if (has_stats) {
    mean[row] = found.origin + found.shift;
    inverse_deviation[row] = found.inverse_deviation;
  }
}

constant bool has_bias [[function_constant(1)]];

// The rows that are normalised: x + residual, and the bias where there is one, as distances from the row's first
// element. Each term loses its offset by itself: of their sum, rounded with the offsets in it, too little would be left.
// They are read before anything is written, as the result may stand in place of x.
template <typename T>
struct Summed {
  device const T* x;
  device const T* residual;
  device const T* bias;
  float first_x;
  float first_residual;
  float first_bias;

  float at(uint i) const {
    const float sum = (float(x[i]) - first_x) + (float(residual[i]) - first_residual);
    return has_bias ? sum + (float(bias[i]) - first_bias) : sum;
  }
};

template <typename T>
Summed<T> summed(device const T* x, device const T* residual, device const T* bias, uint first) {
  Summed<T> sums;
  sums.x = x + first;
  sums.residual = residual + first;
  sums.bias = bias;
  sums.first_x = float(x[first]);
  sums.first_residual = float(residual[first]);
  sums.first_bias = has_bias ? float(bias[0]) : 0.0f;
  return sums;
}

template <typename T>
[[kernel]] void fused_residual_layer_norm_rows(
    device const T* x [[buffer(0)]], device const T* residual [[buffer(1)]],
    device const T* bias [[buffer(2), function_constant(has_bias)]],
    device const T* gamma [[buffer(3)]], device const T* beta [[buffer(4)]],
    device T* out [[buffer(5)]], constant LayerNormParams& params [[buffer(6)]],
    uint row [[threadgroup_position_in_grid]],
    uint thread_index [[thread_position_in_threadgroup]],
    uint threads [[threads_per_threadgroup]], uint lane [[thread_index_in_simdgroup]],
    uint simdgroup [[simdgroup_index_in_threadgroup]],
    uint simdgroups [[simdgroups_per_threadgroup]]) {
  if (row >= params.rows) return;
  threadgroup float partial[32];
  const uint first = row * params.width;
  Statistics found;
  found.origin = 0.0f;
  const Summed<T> sums = summed(x, residual, bias, first);
  float sum = 0.0f;
  for (uint i = thread_index; i < params.width; i += threads) {
    sum += sums.at(i);
  }
  found.shift = group_sum(sum, partial, lane, simdgroup, simdgroups) / float(params.width);
  float squares = 0.0f;
  for (uint i = thread_index; i < params.width; i += threads) {
    const float deviation = sums.at(i) - found.shift;
    squares += deviation * deviation;
  }
  squares = group_sum(squares, partial, lane, simdgroup, simdgroups);
  found.inverse_deviation = precise::rsqrt(squares / float(params.width) + params.eps);
  for (uint i = thread_index; i < params.width; i += threads) {
    const float normalized = found.normalized(sums.at(i));
    out[first + i] = T(float(gamma[i]) * normalized + float(beta[i]));
  }
}

template <typename T>
[[kernel]] void fused_residual_layer_norm_short(
    device const T* x [[buffer(0)]], device const T* residual [[buffer(1)]],
    device const T* bias [[buffer(2), function_constant(has_bias)]],
    device const T* gamma [[buffer(3)]], device const T* beta [[buffer(4)]],
    device T* out [[buffer(5)]], constant LayerNormParams& params [[buffer(6)]],
    uint row [[thread_position_in_grid]]) {
  if (row >= params.rows) return;
  const uint first = row * params.width;
  Statistics found;
  found.origin = 0.0f;
  const Summed<T> sums = summed(x, residual, bias, first);
  float sum = 0.0f;
  for (uint i = 0; i < params.width; i++) sum += sums.at(i);
  found.shift = sum / float(params.width);
  float squares = 0.0f;
  for (uint i = 0; i < params.width; i++) {
    const float deviation = sums.at(i) - found.shift;
    squares += deviation * deviation;
  }
  found.inverse_deviation = precise::rsqrt(squares / float(params.width) + params.eps);
  for (uint i = 0; i < params.width; i++) {
    const float normalized = found.normalized(sums.at(i));
    out[first + i] = T(float(gamma[i]) * normalized + float(beta[i]));
  }
}

template <typename T>
[[kernel]] void rms_norm_rows(device const T* x [[buffer(0)]], device const T* gamma [[buffer(1)]],
                              device T* out [[buffer(2)]],
                              constant LayerNormParams& params [[buffer(3)]],
                              uint row [[threadgroup_position_in_grid]],
                              uint thread_index [[thread_position_in_threadgroup]],
                              uint threads [[threads_per_threadgroup]],
                              uint lane [[thread_index_in_simdgroup]],
                              uint simdgroup [[simdgroup_index_in_threadgroup]],
                              uint simdgroups [[simdgroups_per_threadgroup]]) {
  if (row >= params.rows) return;
  threadgroup float partial[32];
  const uint first = row * params.width;
  float squares = 0.0f;
  for (uint i = thread_index; i < params.width; i += threads) {
    squares += float(x[first + i]) * float(x[first + i]);
  }
  squares = group_sum(squares, partial, lane, simdgroup, simdgroups);
  const float scale = precise::rsqrt(squares / float(params.width) + params.eps);
  for (uint i = thread_index; i < params.width; i += threads) {
    out[first + i] = T(float(x[first + i]) * scale * float(gamma[i]));
  }
}

template <typename T>
[[kernel]] void rms_norm_short(device const T* x [[buffer(0)]], device const T* gamma [[buffer(1)]],
                               device T* out [[buffer(2)]],
                               constant LayerNormParams& params [[buffer(3)]],
                               uint row [[thread_position_in_grid]]) {
  if (row >= params.rows) return;
  const uint first = row * params.width;
  float squares = 0.0f;
  for (uint i = 0; i < params.width; i++) squares += float(x[first + i]) * float(x[first + i]);
  const float scale = precise::rsqrt(squares / float(params.width) + params.eps);
  for (uint i = 0; i < params.width; i++) {
    out[first + i] = T(float(x[first + i]) * scale * float(gamma[i]));
  }
}

#define NORM(name, kernel, T)                                  \
  INSTANTIATE(#kernel "_" name, kernel<T>)
#define NORMS(suffix, T)                                       \
  NORM(suffix, layer_norm_rows, T)                             \
  NORM(suffix, layer_norm_short, T)                            \
  NORM(suffix, fused_residual_layer_norm_rows, T)              \
  NORM(suffix, fused_residual_layer_norm_short, T)             \
  NORM(suffix, rms_norm_rows, T)                               \
  NORM(suffix, rms_norm_short, T)

NORMS("f32", float)
NORMS("f16", half)
NORMS("bf16", bfloat)
