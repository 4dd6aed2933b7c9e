// Kernels that know a position in a sequence: rope and kv_append.

struct RopeParams {
  uint batch;
  uint seq;
  uint heads;
  uint head_dim;
  uint n_rot;
  uint first_position;
  ulong sequence_stride;
  ulong row_stride;
  ulong head_stride;
};

struct KvAppendParams {
  uint heads;
  uint capacity;
  uint head_dim;
  uint position;
  ulong step_stride;
};

constant bool interleaved [[function_constant(0)]];
constant bool per_token [[function_constant(1)]];

// A thread for each element: of a head, of the heads, of the rows of all sequences.
template <typename T>
[[kernel]] void rope(device const T* x [[buffer(0)]], device const float* cos [[buffer(1)]],
                     device const float* sin [[buffer(2)]], device T* out [[buffer(3)]],
                     constant RopeParams& params [[buffer(4)]],
                     uint3 at [[thread_position_in_grid]]) {
  if (at.x >= params.head_dim || at.y >= params.heads || at.z >= params.batch * params.seq) return;
  const uint element = at.x;
  const uint token = at.z;
  const uint row = token % params.seq;
  device const T* head = x + token / params.seq * uint(params.sequence_stride) +
                         row * uint(params.row_stride) + at.y * uint(params.head_stride);
  const uint to = (token * params.heads + at.y) * params.head_dim + element;
  if (element >= params.n_rot) {
    out[to] = head[element];
    return;
  }
  const uint pairs = params.n_rot / 2;
  const uint pair = interleaved ? element / 2 : element % pairs;
  const bool is_first = interleaved ? element % 2 == 0 : element < pairs;
  const float a = float(head[interleaved ? 2 * pair : pair]);
  const float b = float(head[interleaved ? 2 * pair + 1 : pair + pairs]);
  const uint angle = (per_token ? token : params.first_position + row) * pairs + pair;
  out[to] = T(is_first ? a * cos[angle] - b * sin[angle] : b * cos[angle] + a * sin[angle]);
}

// A thread for each element of a head, and for each head. A position outside the capacity writes nothing.
template <typename T>
[[kernel]] void kv_append(device const T* step [[buffer(0)]], device T* cache [[buffer(1)]],
                          constant KvAppendParams& params [[buffer(2)]],
                          uint2 at [[thread_position_in_grid]]) {
  if (at.x >= params.head_dim || at.y >= params.heads) return;
  if (params.position >= params.capacity) return;
  cache[(at.y * params.capacity + params.position) * params.head_dim + at.x] =
      step[at.y * uint(params.step_stride) + at.x];
}

#define SEQUENCE(suffix, T)                       \
  INSTANTIATE("rope_" suffix, rope<T>)            \
  INSTANTIATE("kv_append_" suffix, kv_append<T>)

SEQUENCE("f32", float)
SEQUENCE("f16", half)
SEQUENCE("bf16", bfloat)
