#include <metal_stdlib>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;

// A tile of 16 by 16 as matrix kernels load it: the lane's row and first column, eight elements.
constant constexpr short tile = 16;
template <typename T>
using fragment = metal::vec<T, 8>;
METAL_FUNC short2 place() {
  const ushort lane = __metal_get_thread_index_in_simdgroup(ushort());
  const short quad = lane >> 2;
  return short2{short(((quad & 2) | (lane & 1)) * 4), short((quad & 4) | ((lane >> 1) & 3))};
}
template <typename T>
METAL_FUNC fragment<T> load(device const T* from, int row_length) {
  fragment<T> f = fragment<T>(0);
  for (short i = 0; i < 8; i++) {
    f[i] = from[(place().y + i / 4 * 8) * row_length + place().x + i % 4];
  }
  return f;
}

template <typename T, bool left, bool right>
[[kernel]] void product(device const T* a, device const T* b, device float* c) {
  constexpr auto descriptor = mpp::tensor_ops::matmul2d_descriptor(
      16, 32, 16, left, right, true,
      mpp::tensor_ops::matmul2d_descriptor::mode::multiply_accumulate);
  mpp::tensor_ops::matmul2d<descriptor, metal::execution_simdgroup> op;
  auto ta = op.template get_left_input_cooperative_tensor<T, T, float>();
  auto tb = op.template get_right_input_cooperative_tensor<T, T, float>();
  auto tc = op.template get_destination_cooperative_tensor<remove_addrspace_t<decltype(ta)>,
                                                           remove_addrspace_t<decltype(tb)>, float>();
  fragment<T> fa = load(a, 16);
  for (short j = 0; j < 2; j++) {
    fragment<T> fb = right ? load(b + j * tile * 16, 16) : load(b + j * tile, 32);
    fragment<float> fc = load(const_cast<device const float*>(c) + j * tile, 32);
    for (short i = 0; i < 8; i++) {
      ta[i] = fa[i];
      tb[j * 8 + i] = fb[i];
      tc[j * 8 + i] = fc[i];
    }
  }
  op.run(ta, tb, tc);
  for (short i = 0; i < tc.get_capacity(); i++) {
    c[(place().y + i % 8 / 4 * 8) * 32 + i / 8 * tile + place().x + i % 4] = tc[i];
  }
}
template [[host_name("product_nn")]] [[kernel]] decltype(product<half, false, false>) product<half, false, false>;
template [[host_name("product_tn")]] [[kernel]] decltype(product<half, true, false>) product<half, true, false>;
template [[host_name("product_nt")]] [[kernel]] decltype(product<half, false, true>) product<half, false, true>;
template [[host_name("product_tt")]] [[kernel]] decltype(product<half, true, true>) product<half, true, true>;

// Several tiles on every side, placed by the indices that the tensors tell.
kernel void indexed(device const char* a, device const char* b, device int* c) {
  constexpr mpp::tensor_ops::matmul2d_descriptor descriptor(32, 48, 32, false, true);
  mpp::tensor_ops::matmul2d<descriptor, execution_simdgroup> op;
  auto ta = op.get_left_input_cooperative_tensor<char, char, int>();
  auto tb = op.get_right_input_cooperative_tensor<char, char, int>();
  auto tc = op.get_destination_cooperative_tensor<decltype(ta), decltype(tb), int>();
  for (ushort i = 0; i < ta.get_capacity(); i++) {
    auto at = ta.get_multidimensional_index(i);
    ta[i] = a[at[1] * 32 + at[0]];
  }
  for (ushort i = 0; i < tb.get_capacity(); i++) {
    auto at = tb.get_multidimensional_index(i);
    tb[i] = b[at[1] * 32 + at[0]];
  }
  op.run(ta, tb, tc);
  for (ushort i = 0; i < tc.get_capacity(); i++) {
    if (tc.get_mask(i)) {
      auto at = tc.get_multidimensional_index(i);
      c[at[1] * 48 + at[0]] = tc[i];
    }
  }
}

// What a kernel only names compiles; it cannot run.
kernel void handles(tensor<device half, dextents<int, 2>> a [[buffer(0)]],
                    tensor<device half, dextents<int, 2>> b [[buffer(1)]],
                    tensor<device float, dextents<int, 2>> c [[buffer(2)]],
                    uint2 at [[threadgroup_position_in_grid]]) {
  constexpr auto descriptor = mpp::tensor_ops::matmul2d_descriptor(64, 32);
  mpp::tensor_ops::matmul2d<descriptor, execution_simdgroups<4>> op;
  auto left = a.slice(0, at.y * 64);
  auto right = b.slice(at.x * 32, 0);
  auto destination = c.slice(at.x * 32, at.y * 64);
  op.run(left, right, destination);
}
