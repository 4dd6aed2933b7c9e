// Kernels that move elements without changing a bit.

struct CopyParams {
  uint length;
  uint rank;
  uint shape[8];
  ulong strides[8];
};

struct ConcatParams {
  uint outer;
  uint axis;
  uint inner;
  uint start;
  uint length;
};

struct NarrowParams {
  uint outer;
  uint axis;
  uint inner;
  uint start;
  uint length;
};

struct PadParams {
  uint length;
  uint rank;
  uint shape[8];
  uint before[8];
  uint x_shape[8];
  ulong x_strides[8];
};

struct GatherParams {
  uint outer;
  uint rows;
  uint width;
  uint count;
};

struct GatherElementsParams {
  uint length;
  uint rank;
  uint axis_size;
  ulong axis_stride;
  uint shape[8];
  ulong strides[8];
};

struct TriluParams {
  uint batch;
  uint rows;
  uint columns;
  int diagonal;
};

template <typename T>
[[kernel]] void copy(device const T* x [[buffer(0)]], device T* out [[buffer(1)]],
                     constant CopyParams& params [[buffer(2)]],
                     uint index [[thread_position_in_grid]]) {
  if (index >= params.length) return;
  uint rest = index;
  uint from = 0;
  for (uint axis = params.rank; axis-- > 0;) {
    const uint size = params.shape[axis];
    from += rest % size * uint(params.strides[axis]);
    rest /= size;
  }
  out[index] = x[from];
}

// A thread for each element of a slice [length, inner], and for each of the outer slices.
template <typename T>
[[kernel]] void concat(device const T* x [[buffer(0)]], device T* out [[buffer(1)]],
                       constant ConcatParams& params [[buffer(2)]],
                       uint2 at [[thread_position_in_grid]]) {
  if (at.x >= params.length * params.inner || at.y >= params.outer) return;
  const uint from = at.y * params.length * params.inner + at.x;
  const uint to = (at.y * params.axis + params.start) * params.inner + at.x;
  out[to] = x[from];
}

template <typename T>
[[kernel]] void narrow(device const T* x [[buffer(0)]], device T* out [[buffer(1)]],
                       constant NarrowParams& params [[buffer(2)]],
                       uint2 at [[thread_position_in_grid]]) {
  if (at.x >= params.length * params.inner || at.y >= params.outer) return;
  const uint from = (at.y * params.axis + params.start) * params.inner + at.x;
  const uint to = at.y * params.length * params.inner + at.x;
  out[to] = x[from];
}

template <typename T>
[[kernel]] void pad(device const T* x [[buffer(0)]], device const T* value [[buffer(1)]],
                    device T* out [[buffer(2)]], constant PadParams& params [[buffer(3)]],
                    uint index [[thread_position_in_grid]]) {
  if (index >= params.length) return;
  uint rest = index;
  uint from = 0;
  bool inside = true;
  for (uint axis = params.rank; axis-- > 0;) {
    const uint size = params.shape[axis];
    // Below what lies before it wraps, and is then beyond any size.
    const uint at = rest % size - params.before[axis];
    rest /= size;
    inside = inside && at < params.x_shape[axis];
    from += at * uint(params.x_strides[axis]);
  }
  out[index] = inside ? x[from] : value[0];
}

// A thread for each element of a row, and for each row of the result.
template <typename T>
[[kernel]] void gather(device const T* table [[buffer(0)]], device const int* indices [[buffer(1)]],
                       device T* out [[buffer(2)]], constant GatherParams& params [[buffer(3)]],
                       uint2 at [[thread_position_in_grid]]) {
  if (at.x >= params.width || at.y >= params.outer * params.count) return;
  const uint row = uint(indices[at.y % params.count]);
  const uint first = (at.y / params.count * params.rows + row) * params.width;
  // A negative index is a large one here.
  out[at.y * params.width + at.x] = row < params.rows ? table[first + at.x] : T(0);
}

template <typename T>
[[kernel]] void gather_elements(device const T* x [[buffer(0)]],
                                device const int* indices [[buffer(1)]],
                                device T* out [[buffer(2)]],
                                constant GatherElementsParams& params [[buffer(3)]],
                                uint index [[thread_position_in_grid]]) {
  if (index >= params.length) return;
  const uint chosen = uint(indices[index]);
  uint rest = index;
  uint from = chosen * uint(params.axis_stride);
  for (uint axis = params.rank; axis-- > 0;) {
    const uint size = params.shape[axis];
    from += rest % size * uint(params.strides[axis]);
    rest /= size;
  }
  out[index] = chosen < params.axis_size ? x[from] : T(0);
}

constant bool upper [[function_constant(0)]];

template <typename T>
[[kernel]] void trilu(device const T* x [[buffer(0)]], device T* out [[buffer(1)]],
                      constant TriluParams& params [[buffer(2)]],
                      uint2 at [[thread_position_in_grid]]) {
  if (at.x >= params.columns || at.y >= params.batch * params.rows) return;
  const uint index = at.y * params.columns + at.x;
  // 64 bits: a row and a diagonal may both be near 2³¹.
  const long distance = long(at.x) - long(at.y % params.rows) - long(params.diagonal);
  const bool kept = upper ? distance >= 0 : distance <= 0;
  out[index] = kept ? x[index] : T(0);
}

#define MOVEMENT_TYPE(suffix, T)                               \
  INSTANTIATE("copy_" suffix, copy<T>)                         \
  INSTANTIATE("concat_" suffix, concat<T>)                     \
  INSTANTIATE("narrow_" suffix, narrow<T>)                     \
  INSTANTIATE("pad_" suffix, pad<T>)                           \
  INSTANTIATE("gather_" suffix, gather<T>)                     \
  INSTANTIATE("gather_elements_" suffix, gather_elements<T>)   \
  INSTANTIATE("trilu_" suffix, trilu<T>)

MOVEMENT_TYPE("f32", float)
MOVEMENT_TYPE("f16", half)
MOVEMENT_TYPE("bf16", bfloat)
MOVEMENT_TYPE("i8", char)
MOVEMENT_TYPE("i16", short)
MOVEMENT_TYPE("i32", int)
MOVEMENT_TYPE("i64", long)
MOVEMENT_TYPE("u8", uchar)
MOVEMENT_TYPE("u16", ushort)
MOVEMENT_TYPE("u32", uint)
MOVEMENT_TYPE("u64", ulong)
MOVEMENT_TYPE("bool", bool)
