// Elementwise kernels with parameters of their own: where, clip, bias_add, silu_mul.

struct WhereParams {
  uint length;
  uint rank;
  uint shape[8];
  ulong condition_strides[8];
  ulong a_strides[8];
  ulong b_strides[8];
};

struct ClipParams {
  uint length;
  float low;
  float high;
};

struct BiasAddParams {
  uint rows;
  uint width;
};

template <typename T>
[[kernel]] void where(device const bool* condition [[buffer(0)]],
                      device const T* a [[buffer(1)]], device const T* b [[buffer(2)]],
                      device T* out [[buffer(3)]], constant WhereParams& params [[buffer(4)]],
                      uint index [[thread_position_in_grid]]) {
  if (index >= params.length) return;
  uint rest = index;
  uint from_condition = 0;
  uint from_a = 0;
  uint from_b = 0;
  for (uint axis = params.rank; axis-- > 0;) {
    const uint size = params.shape[axis];
    const uint at = rest % size;
    rest /= size;
    from_condition += at * uint(params.condition_strides[axis]);
    from_a += at * uint(params.a_strides[axis]);
    from_b += at * uint(params.b_strides[axis]);
  }
  // Any byte but 0 is true, also those that no bool should hold.
  const bool left = ((device const uchar*)condition)[from_condition] != 0;
  out[index] = left ? a[from_a] : b[from_b];
}

INSTANTIATE("where_f32", where<float>)
INSTANTIATE("where_f16", where<half>)
INSTANTIATE("where_bf16", where<bfloat>)
INSTANTIATE("where_i8", where<char>)
INSTANTIATE("where_i16", where<short>)
INSTANTIATE("where_i32", where<int>)
INSTANTIATE("where_i64", where<long>)
INSTANTIATE("where_u8", where<uchar>)
INSTANTIATE("where_u16", where<ushort>)
INSTANTIATE("where_u32", where<uint>)
INSTANTIATE("where_u64", where<ulong>)
INSTANTIATE("where_bool", where<bool>)

template <typename T>
[[kernel]] void clip(device const T* x [[buffer(0)]], device T* out [[buffer(1)]],
                     constant ClipParams& params [[buffer(2)]],
                     uint quad [[thread_position_in_grid]]) {
  if (quad * 4 >= params.length) return;
  const T low = T(params.low);
  const T high = T(params.high);
  const uint end = min(params.length - quad * 4, 4u) + quad * 4;
  for (uint i = quad * 4; i < end; i++) out[i] = smaller(larger(x[i], low), high);
}

INSTANTIATE("clip_f32", clip<float>)
INSTANTIATE("clip_f16", clip<half>)
INSTANTIATE("clip_bf16", clip<bfloat>)

// A thread for each column and row.
template <typename T>
[[kernel]] void bias_add(device const T* x [[buffer(0)]], device const T* bias [[buffer(1)]],
                         device T* out [[buffer(2)]], constant BiasAddParams& params [[buffer(3)]],
                         uint2 at [[thread_position_in_grid]]) {
  if (at.x >= params.width || at.y >= params.rows) return;
  const uint index = at.y * params.width + at.x;
  out[index] = T(float(x[index]) + float(bias[at.x]));
}

INSTANTIATE("bias_add_f32", bias_add<float>)
INSTANTIATE("bias_add_f16", bias_add<half>)
INSTANTIATE("bias_add_bf16", bias_add<bfloat>)

template <typename T>
[[kernel]] void silu_mul(device const T* gate [[buffer(0)]], device const T* up [[buffer(1)]],
                         device T* out [[buffer(2)]], constant uint& length [[buffer(3)]],
                         uint quad [[thread_position_in_grid]]) {
  const uint first = quad * 4;
  if (first >= length) return;
  if (length - first >= 4) {
    Quad<T> gates = *(device const Quad<T>*)(gate + first);
    const Quad<T> ups = *(device const Quad<T>*)(up + first);
    for (uint i = 0; i < 4; i++) {
      gates.lane[i] = T(silu_of(float(gates.lane[i])) * float(ups.lane[i]));
    }
    *(device Quad<T>*)(out + first) = gates;
    return;
  }
  for (uint i = first; i < length; i++) out[i] = T(silu_of(float(gate[i])) * float(up[i]));
}

INSTANTIATE("silu_mul_f32", silu_mul<float>)
INSTANTIATE("silu_mul_f16", silu_mul<half>)
INSTANTIATE("silu_mul_bf16", silu_mul<bfloat>)
