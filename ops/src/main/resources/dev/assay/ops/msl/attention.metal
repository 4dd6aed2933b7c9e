// softmax(q · kᵀ · scale + mask) · v for every batch, head and query, in one pass over the keys: a running maximum,
// the sum of the weights and the weighted sum of the values, both scaled down whenever the maximum rises.

struct AttentionParams {
  uint batch;
  uint heads;
  uint kv_heads;
  uint q_length;
  uint kv_length;
  uint head_dim;
  uint v_dim;
  float scale;
  float softcap;
  long first_position;
  ulong q_strides[3];
  ulong k_strides[3];
  ulong v_strides[3];
  ulong mask_strides[4];
};

constant bool has_mask [[function_constant(0)]];
constant bool causal [[function_constant(1)]];

// Where the rows of one query head begin.
template <typename T>
struct Head {
  device const T* q;
  device const T* k;
  device const T* v;
  uint mask;
  uint out;
};

template <typename T>
Head<T> head_of(device const T* q, device const T* k, device const T* v,
                constant AttentionParams& params, uint batch, uint head) {
  // A group of query heads shares one head of keys and values.
  const uint kv_head = head / (params.heads / params.kv_heads);
  Head<T> found;
  found.q = q + batch * uint(params.q_strides[0]) + head * uint(params.q_strides[1]);
  found.k = k + batch * uint(params.k_strides[0]) + kv_head * uint(params.k_strides[1]);
  found.v = v + batch * uint(params.v_strides[0]) + kv_head * uint(params.v_strides[1]);
  found.mask = batch * uint(params.mask_strides[0]) + head * uint(params.mask_strides[1]);
  found.out = (batch * params.heads + head) * params.q_length * params.v_dim;
  return found;
}

// How many keys a query may see.
inline uint keys_seen(constant AttentionParams& params, uint query) {
  if (!causal) return params.kv_length;
  const long seen = params.first_position + long(query) + 1;
  return seen <= 0 ? 0 : seen >= long(params.kv_length) ? params.kv_length : uint(seen);
}

// The score of a product of a query and a key; −infinity where the mask hides the key, whatever the product is.
template <typename T>
float score_of(float product, device const T* mask, constant AttentionParams& params, uint from,
               uint query, uint key) {
  float score = product * params.scale;
  if (params.softcap != 0.0f) {
    const float ratio = score / params.softcap;
    // Beyond 10 tanh is ±1 in f32; some devices overflow there.
    score = params.softcap *
            (fabs(ratio) < 10.0f || is_nan(ratio) ? precise::tanh(ratio) : copysign(1.0f, ratio));
  }
  if (has_mask) {
    const float added = float(mask[from + query * uint(params.mask_strides[2]) +
                                   key * uint(params.mask_strides[3])]);
    score = added == -INFINITY ? added : score + added;
  }
  return score;
}

// For the maximum: NaN as +infinity makes the sum of the weights and with it the whole row NaN.
inline float as_candidate(float score) { return is_nan(score) ? INFINITY : score; }

// e^(score − top), 0 while nothing has been seen.
inline float weight_of(float score, float top) {
  return top == -INFINITY ? 0.0f : precise::exp(score - top);
}

// A thread for each element of the result. Slow, but without limits and without anything that threads do together.
template <typename T>
[[kernel]] void attention_plain(device const T* q [[buffer(0)]], device const T* k [[buffer(1)]],
                                device const T* v [[buffer(2)]],
                                device const T* mask [[buffer(3), function_constant(has_mask)]],
                                device T* out [[buffer(4)]],
                                constant AttentionParams& params [[buffer(5)]],
                                uint3 at [[thread_position_in_grid]]) {
  if (at.x >= params.v_dim || at.y >= params.q_length || at.z >= params.batch * params.heads) return;
  const uint query = at.y;
  const Head<T> head = head_of(q, k, v, params, at.z / params.heads, at.z % params.heads);
  device const T* row = head.q + query * uint(params.q_strides[2]);
  const uint seen = keys_seen(params, query);
  float top = -INFINITY;
  float weights = 0.0f;
  float sum = 0.0f;
  for (uint key = 0; key < seen; key++) {
    device const T* column = head.k + key * uint(params.k_strides[2]);
    float product = 0.0f;
    for (uint d = 0; d < params.head_dim; d++) {
      product = fma(float(row[d]), float(column[d]), product);
    }
    const float score = score_of(product, mask, params, head.mask, query, key);
    const float higher = max(top, as_candidate(score));
    const float faded = weight_of(top, higher);
    const float weight = weight_of(score, higher);
    top = higher;
    weights = weights * faded + weight;
    sum *= faded;
    // Not even NaN of a value that nobody sees may come through.
    if (weight != 0.0f) sum = fma(weight, float(head.v[key * uint(params.v_strides[2]) + at.x]), sum);
  }
  out[head.out + query * params.v_dim + at.x] = T(top == -INFINITY ? 0.0f : sum / weights);
}

// A threadgroup for each query: its simdgroups share the keys, a simdgroup's lanes the elements of a head, at most 256.
// For one query at a time, as in decoding.
template <typename T>
[[kernel]] void attention_query(device const T* q [[buffer(0)]], device const T* k [[buffer(1)]],
                                device const T* v [[buffer(2)]],
                                device const T* mask [[buffer(3), function_constant(has_mask)]],
                                device T* out [[buffer(4)]],
                                constant AttentionParams& params [[buffer(5)]],
                                uint3 group [[threadgroup_position_in_grid]],
                                uint lane [[thread_index_in_simdgroup]],
                                uint simdgroup [[simdgroup_index_in_threadgroup]]) {
  if (group.x >= params.q_length || group.y >= params.heads || group.z >= params.batch) return;
  threadgroup float tops[8];
  threadgroup float totals[8];
  threadgroup float values[8 * 256];
  const uint query = group.x;
  const Head<T> head = head_of(q, k, v, params, group.z, group.y);
  device const T* row = head.q + query * uint(params.q_strides[2]);
  const uint seen = keys_seen(params, query);
  float mine[8];
  float sums[8];
  for (uint e = 0; e < 8; e++) {
    const uint d = e * 32 + lane;
    mine[e] = d < params.head_dim ? float(row[d]) : 0.0f;
    sums[e] = 0.0f;
  }
  float top = -INFINITY;
  float weights = 0.0f;
  for (uint key = simdgroup; key < seen; key += 8) {
    device const T* column = head.k + key * uint(params.k_strides[2]);
    float product = 0.0f;
    for (uint e = 0; e < 8; e++) {
      const uint d = e * 32 + lane;
      if (d < params.head_dim) product = fma(mine[e], float(column[d]), product);
    }
    product = simd_sum(product);
    const float score = score_of(product, mask, params, head.mask, query, key);
    const float higher = max(top, as_candidate(score));
    const float faded = weight_of(top, higher);
    const float weight = weight_of(score, higher);
    top = higher;
    weights = weights * faded + weight;
    device const T* value = head.v + key * uint(params.v_strides[2]);
    for (uint e = 0; e < 8; e++) {
      const uint d = e * 32 + lane;
      sums[e] *= faded;
      if (weight != 0.0f && d < params.v_dim) sums[e] = fma(weight, float(value[d]), sums[e]);
    }
  }
  if (lane == 0) {
    tops[simdgroup] = top;
    totals[simdgroup] = weights;
  }
  for (uint e = 0; e < 8; e++) values[simdgroup * 256 + e * 32 + lane] = sums[e];
  threadgroup_barrier(mem_flags::mem_threadgroup);
  top = -INFINITY;
  for (uint s = 0; s < 8; s++) top = max(top, tops[s]);
  weights = 0.0f;
  for (uint s = 0; s < 8; s++) {
    // A simdgroup that saw no key has nothing to add, and a NaN of its own stays one.
    if (tops[s] != -INFINITY) weights += totals[s] * weight_of(tops[s], top);
  }
  for (uint d = simdgroup * 32 + lane; d < params.v_dim; d += 256) {
    float sum = 0.0f;
    for (uint s = 0; s < 8; s++) {
      if (tops[s] != -INFINITY) sum += values[s * 256 + d] * weight_of(tops[s], top);
    }
    out[head.out + query * params.v_dim + d] = T(top == -INFINITY ? 0.0f : sum / weights);
  }
}

// A threadgroup for eight queries, a simdgroup for each, and 32 keys at a time in threadgroup memory: first the keys,
// turned so that lanes read neighbours, then in the same place their values.
template <typename T>
[[kernel]] void attention_tiled(device const T* q [[buffer(0)]], device const T* k [[buffer(1)]],
                                device const T* v [[buffer(2)]],
                                device const T* mask [[buffer(3), function_constant(has_mask)]],
                                device T* out [[buffer(4)]],
                                constant AttentionParams& params [[buffer(5)]],
                                threadgroup float* tile [[threadgroup(0)]],
                                threadgroup float* queries [[threadgroup(1)]],
                                uint3 group [[threadgroup_position_in_grid]],
                                uint thread_index [[thread_index_in_threadgroup]],
                                uint lane [[thread_index_in_simdgroup]],
                                uint simdgroup [[simdgroup_index_in_threadgroup]]) {
  if (group.x * 8 >= params.q_length || group.y >= params.heads || group.z >= params.batch) return;
  const uint first_query = group.x * 8;
  const uint query = first_query + simdgroup;
  const bool is_query = query < params.q_length;
  const Head<T> head = head_of(q, k, v, params, group.z, group.y);
  for (uint e = thread_index; e < 8 * params.head_dim; e += 256) {
    const uint which = first_query + e / params.head_dim;
    queries[e] = which < params.q_length
                     ? float(head.q[which * uint(params.q_strides[2]) + e % params.head_dim])
                     : 0.0f;
  }
  const uint seen = is_query ? keys_seen(params, query) : 0;
  // The last query of the eight sees most.
  const uint end = keys_seen(params, min(first_query + 7, params.q_length - 1));
  float top = -INFINITY;
  float weights = 0.0f;
  float sums[6];
  for (uint e = 0; e < 6; e++) sums[e] = 0.0f;
  for (uint first = 0; first < end; first += 32) {
    threadgroup_barrier(mem_flags::mem_threadgroup);
    for (uint e = thread_index; e < 32 * params.head_dim; e += 256) {
      const uint key = e / params.head_dim;
      const uint d = e % params.head_dim;
      tile[d * 32 + key] = first + key < params.kv_length
                               ? float(head.k[(first + key) * uint(params.k_strides[2]) + d])
                               : 0.0f;
    }
    threadgroup_barrier(mem_flags::mem_threadgroup);
    const uint key = first + lane;
    float score = -INFINITY;
    if (key < seen) {
      float product = 0.0f;
      for (uint d = 0; d < params.head_dim; d++) {
        product = fma(queries[simdgroup * params.head_dim + d], tile[d * 32 + lane], product);
      }
      score = score_of(product, mask, params, head.mask, query, key);
    }
    const float higher = max(top, simd_max(as_candidate(score)));
    const float faded = weight_of(top, higher);
    const float weight = weight_of(score, higher);
    top = higher;
    weights = weights * faded + simd_sum(weight);
    for (uint e = 0; e < 6; e++) sums[e] *= faded;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    for (uint e = thread_index; e < 32 * params.v_dim; e += 256) {
      const uint which = first + e / params.v_dim;
      tile[e] = which < params.kv_length
                    ? float(head.v[which * uint(params.v_strides[2]) + e % params.v_dim])
                    : 0.0f;
    }
    threadgroup_barrier(mem_flags::mem_threadgroup);
    for (uint j = 0; j < 32; j++) {
      const float one = simd_shuffle(weight, ushort(j));
      for (uint e = 0; e < 6; e++) {
        const uint d = e * 32 + lane;
        if (one != 0.0f && d < params.v_dim) sums[e] = fma(one, tile[j * params.v_dim + d], sums[e]);
      }
    }
  }
  if (!is_query) return;
  for (uint e = 0; e < 6; e++) {
    const uint d = e * 32 + lane;
    if (d < params.v_dim) {
      out[head.out + query * params.v_dim + d] = T(top == -INFINITY ? 0.0f : sums[e] / weights);
    }
  }
}

#define ATTENTION(suffix, T)                                  \
  INSTANTIATE("attention_tiled_" suffix, attention_tiled<T>)  \
  INSTANTIATE("attention_query_" suffix, attention_query<T>)  \
  INSTANTIATE("attention_plain_" suffix, attention_plain<T>)

ATTENTION("f32", float)
ATTENTION("f16", half)
ATTENTION("bf16", bfloat)
