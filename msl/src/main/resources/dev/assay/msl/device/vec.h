// Vectors of two to four components, their constructors, operators and swizzles.
// Swizzles of several letters reach this header as swz<…>() and swz_ref<…>(): the source rewriter
// spells them so, because a class cannot offer them as members without hundreds of proxies.
#pragma once
#include "scalar.h"

namespace metal {
template <typename T, int N>
struct vec;
template <typename T, int N>
struct packed_vec;
// A vector of integers counts as integral, not as arithmetic.
template <typename T, int N>
struct is_integral<vec<T, N>> : is_integral<T> {};
} // namespace metal

namespace msl {
using metal::packed_vec;
using metal::vec;

// bool vectors hold bytes: clang packs vectors of bool into bits, which is not MSL's layout.
template <typename T>
struct lane {
  typedef T type;
};
template <>
struct lane<bool> {
  typedef uchar type;
};
template <typename T, int N>
using ext = typename lane<T>::type __attribute__((ext_vector_type(N)));

template <typename T>
struct width {
  static constexpr int value = 1;
};
template <typename T, int N>
struct width<vec<T, N>> {
  static constexpr int value = N;
};
template <typename T, int N>
struct width<packed_vec<T, N>> {
  static constexpr int value = N;
};
template <typename T>
struct element {
  typedef T type;
};
template <typename T, int N>
struct element<vec<T, N>> {
  typedef T type;
};
template <typename T, int N>
struct element<packed_vec<T, N>> {
  typedef T type;
};

template <int I, typename A>
MSL_INLINE constexpr auto component(const A& a) {
  if constexpr (width<A>::value == 1) {
    return a;
  } else if constexpr (I == 0) {
    return a.x;
  } else if constexpr (I == 1) {
    return a.y;
  } else if constexpr (I == 2) {
    return a.z;
  } else {
    return a.w;
  }
}
template <int I, typename A, typename... R>
MSL_INLINE constexpr auto component_of(const A& a, const R&... rest) {
  if constexpr (I < width<A>::value) {
    return component<I>(a);
  } else {
    return component_of<I - width<A>::value>(rest...);
  }
}
// Only what MSL converts without a cast becomes a splat silently: a float does not become an
// integer vector.
template <typename U, typename T>
inline constexpr bool splats =
    (is_arithmetic<U>::value || __is_enum(U)) &&
    !(is_floating_point<U>::value && is_integral<T>::value && !__is_same(T, bool));

template <typename V, int... I>
struct swizzle_ref {
  V& target;
  typedef typename element<V>::type T;
  typedef vec<T, sizeof...(I)> value;
  MSL_INLINE operator value() const { return target.template swz<I...>(); }
  MSL_INLINE value operator=(value v) const {
    int k = 0;
    ((target[I] = v[k++]), ...);
    return v;
  }
  MSL_INLINE value operator=(const swizzle_ref& o) const { return *this = value(o); }
#define MSL_COMPOUND(op) \
  MSL_INLINE value operator op##=(value v) const { return *this = value(*this) op v; }
  MSL_COMPOUND(+)
  MSL_COMPOUND(-)
  MSL_COMPOUND(*)
  MSL_COMPOUND(/)
  MSL_COMPOUND(%)
  MSL_COMPOUND(&)
  MSL_COMPOUND(|)
  MSL_COMPOUND(^)
  MSL_COMPOUND(<<)
  MSL_COMPOUND(>>)
#undef MSL_COMPOUND
};

template <typename D, typename S>
MSL_INLINE D convert_lanes(S s) {
  return __builtin_convertvector(s, D);
}
template <typename T, int N, typename U>
MSL_INLINE vec<T, N> convert(vec<U, N> v) {
  if constexpr (__is_same(T, U)) {
    return v;
  } else if constexpr (__is_same(T, bool)) {
    vec<bool, N> r;
    for (int i = 0; i < N; i++) r[i] = v[i] != U(0);
    return r;
  } else if constexpr (__is_same(T, bfloat) || __is_same(U, bfloat) || __is_same(T, half) ||
                       __is_same(U, half)) {
    vec<T, N> r;
    for (int i = 0; i < N; i++) r[i] = cast<T>(v[i]);
    return r;
  } else {
    return vec<T, N>::from(convert_lanes<ext<T, N>>(v.data));
  }
}
template <int N, typename M>
MSL_INLINE vec<bool, N> truth(M mask) {
  return vec<bool, N>::from(convert_lanes<ext<bool, N>>(-mask));
}
} // namespace msl

namespace metal {
#define MSL_VEC_COMMON(N)                                                                        \
  typedef T element_type;                                                                        \
  MSL_INLINE static vec from(msl::ext<T, N> d) {                                                 \
    vec r;                                                                                       \
    r.data = d;                                                                                  \
    return r;                                                                                    \
  }                                                                                              \
  vec() = default;                                                                               \
  vec(const vec&) = default;                                                                     \
  vec& operator=(const vec&) = default;                                                          \
  template <typename U, enable_if_t<msl::splats<U, T>, int> = 0>                                 \
  MSL_INLINE constexpr vec(U s) : vec(splat_tag(), msl::cast<T>(s)) {}                           \
  template <typename U, enable_if_t<is_arithmetic<U>::value && !msl::splats<U, T>, int> = 0>     \
  MSL_INLINE explicit constexpr vec(U s) : vec(splat_tag(), msl::cast<T>(s)) {}                  \
  template <typename U, enable_if_t<!__is_same(U, T), int> = 0>                                  \
  MSL_INLINE explicit vec(vec<U, N> v) : vec(msl::convert<T, N, U>(v)) {}                        \
  template <typename U, int M, enable_if_t<(M > N), int> = 0>                                    \
  MSL_INLINE explicit vec(vec<U, M> v) : vec() {                                                 \
    for (int i = 0; i < N; i++) (*this)[i] = msl::cast<T>(v[i]);                                 \
  }                                                                                              \
  template <typename U, enable_if_t<!__is_same(U, T), int> = 0>                                  \
  MSL_INLINE explicit vec(packed_vec<U, N> v) : vec(msl::convert<T, N, U>(vec<U, N>(v))) {}      \
  MSL_INLINE vec(packed_vec<T, N> v) : vec() {                                                   \
    for (int i = 0; i < N; i++) (*this)[i] = v[i];                                               \
  }                                                                                              \
  template <typename V, enable_if_t<__is_same(V, vec), int> = 0>                                 \
  MSL_INLINE vec(const volatile V& v) : vec(from(v.data)) {}                                     \
  template <typename V, enable_if_t<__is_same(V, vec), int> = 0>                                 \
  MSL_INLINE void operator=(const V& v) volatile {                                               \
    data = v.data;                                                                               \
  }                                                                                              \
  MSL_INLINE constexpr T& operator[](int i) { return (&x)[i]; }                                  \
  MSL_INLINE constexpr const T& operator[](int i) const { return (&x)[i]; }                      \
  template <int... I>                                                                            \
  MSL_INLINE vec<T, sizeof...(I)> swz() const {                                                  \
    return vec<T, sizeof...(I)>::from(__builtin_shufflevector(data, data, I...));                \
  }                                                                                              \
  template <int... I>                                                                            \
  MSL_INLINE msl::swizzle_ref<vec, I...> swz_ref() {                                             \
    return {*this};                                                                              \
  }                                                                                              \
                                                                                                 \
 private:                                                                                        \
  struct splat_tag {};                                                                           \
                                                                                                 \
 public:

#define MSL_PACK_CONSTRUCTOR(N)                                                                  \
  template <typename A, typename B, typename... R,                                               \
            enable_if_t<((msl::width<A>::value + msl::width<B>::value) + ... +                   \
                         msl::width<R>::value) == N,                                             \
                        int> = 0>

template <typename T>
struct vec<T, 2> {
  union {
    msl::ext<T, 2> data;
    struct {
      T x, y;
    };
    struct {
      T r, g;
    };
  };
  MSL_VEC_COMMON(2)
  MSL_PACK_CONSTRUCTOR(2)
  MSL_INLINE constexpr vec(const A& a, const B& b, const R&... rest)
      : x(msl::cast<T>(msl::component_of<0>(a, b, rest...))),
        y(msl::cast<T>(msl::component_of<1>(a, b, rest...))) {}

 private:
  MSL_INLINE constexpr vec(splat_tag, T s) : x(s), y(s) {}
};

template <typename T>
struct vec<T, 3> {
  union {
    msl::ext<T, 3> data;
    struct {
      T x, y, z;
    };
    struct {
      T r, g, b;
    };
  };
  MSL_VEC_COMMON(3)
  MSL_PACK_CONSTRUCTOR(3)
  MSL_INLINE constexpr vec(const A& a, const B& b, const R&... rest)
      : x(msl::cast<T>(msl::component_of<0>(a, b, rest...))),
        y(msl::cast<T>(msl::component_of<1>(a, b, rest...))),
        z(msl::cast<T>(msl::component_of<2>(a, b, rest...))) {}

 private:
  MSL_INLINE constexpr vec(splat_tag, T s) : x(s), y(s), z(s) {}
};

template <typename T>
struct vec<T, 4> {
  union {
    msl::ext<T, 4> data;
    struct {
      T x, y, z, w;
    };
    struct {
      T r, g, b, a;
    };
  };
  MSL_VEC_COMMON(4)
  MSL_PACK_CONSTRUCTOR(4)
  MSL_INLINE constexpr vec(const A& a, const B& b, const R&... rest)
      : x(msl::cast<T>(msl::component_of<0>(a, b, rest...))),
        y(msl::cast<T>(msl::component_of<1>(a, b, rest...))),
        z(msl::cast<T>(msl::component_of<2>(a, b, rest...))),
        w(msl::cast<T>(msl::component_of<3>(a, b, rest...))) {}

 private:
  MSL_INLINE constexpr vec(splat_tag, T s) : x(s), y(s), z(s), w(s) {}
};
#undef MSL_VEC_COMMON
#undef MSL_PACK_CONSTRUCTOR

// Wider ones have no names in MSL, yet Apple's compiler has them.
template <typename T, int N>
struct vec {
  static_assert(N > 4 && (N & (N - 1)) == 0, "a vector has 2, 3, 4, 8 or 16 components");
  typedef T element_type;
  union {
    msl::ext<T, N> data;
    T components[N];
  };
  vec() = default;
  template <typename U, enable_if_t<is_arithmetic<U>::value, int> = 0>
  MSL_INLINE explicit vec(U s) {
    for (int i = 0; i < N; i++) components[i] = msl::cast<T>(s);
  }
  template <typename U, enable_if_t<!__is_same(U, T), int> = 0>
  MSL_INLINE explicit vec(vec<U, N> v) {
    for (int i = 0; i < N; i++) components[i] = msl::cast<T>(v[i]);
  }
  MSL_INLINE static vec from(msl::ext<T, N> d) {
    vec r;
    r.data = d;
    return r;
  }
  MSL_INLINE T& operator[](int i) { return components[i]; }
  MSL_INLINE const T& operator[](int i) const { return components[i]; }
};

#define MSL_BINARY(op)                                                                         \
  template <typename T, int N>                                                                 \
  MSL_INLINE vec<T, N> operator op(vec<T, N> a, vec<T, N> b) {                                 \
    return vec<T, N>::from(a.data op b.data);                                                  \
  }                                                                                            \
  template <typename T, int N, typename S, typename = enable_if_t<msl::splats<S, T>>>          \
  MSL_INLINE vec<T, N> operator op(vec<T, N> a, S b) {                                         \
    return vec<T, N>::from(a.data op vec<T, N>(b).data);                                       \
  }                                                                                            \
  template <typename T, int N, typename S, typename = enable_if_t<msl::splats<S, T>>>          \
  MSL_INLINE vec<T, N> operator op(S a, vec<T, N> b) {                                         \
    return vec<T, N>::from(vec<T, N>(a).data op b.data);                                       \
  }                                                                                            \
  template <typename T, int N, typename B>                                                     \
  MSL_INLINE vec<T, N>& operator op##=(vec<T, N>& a, const B& b) {                             \
    return a = a op b;                                                                         \
  }                                                                                            \
  template <typename T, int N, typename B>                                                     \
  MSL_INLINE packed_vec<T, N>& operator op##=(packed_vec<T, N>& a, const B& b) {               \
    return a = packed_vec<T, N>(vec<T, N>(a) op b);                                            \
  }                                                                                            \
  template <typename T, int N>                                                                 \
  MSL_INLINE vec<T, N> operator op(packed_vec<T, N> a, packed_vec<T, N> b) {                   \
    return vec<T, N>(a) op vec<T, N>(b);                                                       \
  }                                                                                            \
  template <typename T, int N>                                                                 \
  MSL_INLINE vec<T, N> operator op(packed_vec<T, N> a, vec<T, N> b) {                          \
    return vec<T, N>(a) op b;                                                                  \
  }                                                                                            \
  template <typename T, int N>                                                                 \
  MSL_INLINE vec<T, N> operator op(vec<T, N> a, packed_vec<T, N> b) {                          \
    return a op vec<T, N>(b);                                                                  \
  }                                                                                            \
  template <typename T, int N, typename S, typename = enable_if_t<msl::splats<S, T>>>          \
  MSL_INLINE vec<T, N> operator op(packed_vec<T, N> a, S b) {                                  \
    return vec<T, N>(a) op b;                                                                  \
  }                                                                                            \
  template <typename T, int N, typename S, typename = enable_if_t<msl::splats<S, T>>>          \
  MSL_INLINE vec<T, N> operator op(S a, packed_vec<T, N> b) {                                  \
    return a op vec<T, N>(b);                                                                  \
  }
MSL_BINARY(+)
MSL_BINARY(-)
MSL_BINARY(*)
MSL_BINARY(/)
MSL_BINARY(%)
MSL_BINARY(&)
MSL_BINARY(|)
MSL_BINARY(^)
#undef MSL_BINARY

// A shift by the width or more has no meaning in C++; MSL takes the amount modulo the width.
#define MSL_SHIFT(op)                                                                          \
  template <typename T, typename U, int N>                                                     \
  MSL_INLINE vec<T, N> operator op(vec<T, N> a, vec<U, N> b) {                                 \
    return vec<T, N>::from(a.data op (vec<T, N>(b).data & T(sizeof(T) * 8 - 1)));              \
  }                                                                                            \
  template <typename T, int N, typename S, typename = enable_if_t<__is_integral(S)>>          \
  MSL_INLINE vec<T, N> operator op(vec<T, N> a, S b) {                                         \
    return a op vec<T, N>(b);                                                                  \
  }                                                                                            \
  template <typename T, int N, typename S, typename = enable_if_t<__is_integral(S)>>          \
  MSL_INLINE vec<T, N> operator op(S a, vec<T, N> b) {                                         \
    return vec<T, N>(a) op b;                                                                  \
  }                                                                                            \
  template <typename T, int N, typename B>                                                     \
  MSL_INLINE vec<T, N>& operator op##=(vec<T, N>& a, const B& b) {                             \
    return a = a op b;                                                                         \
  }
MSL_SHIFT(<<)
MSL_SHIFT(>>)
#undef MSL_SHIFT

#define MSL_COMPARE(op)                                                                        \
  template <typename T, int N>                                                                 \
  MSL_INLINE vec<bool, N> operator op(vec<T, N> a, vec<T, N> b) {                              \
    return msl::truth<N>(a.data op b.data);                                                    \
  }                                                                                            \
  template <typename T, int N, typename S, typename = enable_if_t<is_arithmetic<S>::value>>    \
  MSL_INLINE vec<bool, N> operator op(vec<T, N> a, S b) {                                      \
    return a op vec<T, N>(b);                                                                  \
  }                                                                                            \
  template <typename T, int N, typename S, typename = enable_if_t<is_arithmetic<S>::value>>    \
  MSL_INLINE vec<bool, N> operator op(S a, vec<T, N> b) {                                      \
    return vec<T, N>(a) op b;                                                                  \
  }
MSL_COMPARE(==)
MSL_COMPARE(!=)
MSL_COMPARE(<)
MSL_COMPARE(>)
MSL_COMPARE(<=)
MSL_COMPARE(>=)
#undef MSL_COMPARE

template <typename T, int N>
MSL_INLINE vec<T, N> operator-(vec<T, N> a) {
  return vec<T, N>::from(-a.data);
}
template <typename T, int N>
MSL_INLINE vec<T, N> operator+(vec<T, N> a) {
  return a;
}
template <typename T, int N>
MSL_INLINE vec<T, N> operator~(vec<T, N> a) {
  return vec<T, N>::from(~a.data);
}
template <typename T, int N>
MSL_INLINE vec<T, N> operator-(packed_vec<T, N> a) {
  return -vec<T, N>(a);
}
template <typename T, int N>
MSL_INLINE vec<bool, N> operator!(vec<T, N> a) {
  return msl::truth<N>(a.data == vec<T, N>(T(0)).data);
}
template <typename T, typename U, int N>
MSL_INLINE vec<bool, N> operator&&(vec<T, N> a, vec<U, N> b) {
  return vec<bool, N>(a) & vec<bool, N>(b);
}
template <typename T, typename U, int N>
MSL_INLINE vec<bool, N> operator||(vec<T, N> a, vec<U, N> b) {
  return vec<bool, N>(a) | vec<bool, N>(b);
}
#define MSL_STEP(op)                                                 \
  template <typename T, int N>                                       \
  MSL_INLINE vec<T, N>& operator op##op(vec<T, N>& a) {              \
    return a = a op T(1);                                            \
  }                                                                  \
  template <typename T, int N>                                       \
  MSL_INLINE vec<T, N> operator op##op(vec<T, N>& a, int) {          \
    vec<T, N> before = a;                                            \
    a = a op T(1);                                                   \
    return before;                                                   \
  }
MSL_STEP(+)
MSL_STEP(-)
#undef MSL_STEP

template <typename T, int N>
struct packed_storage;
template <typename T>
struct packed_storage<T, 2> {
  T x, y;
};
template <typename T>
struct packed_storage<T, 3> {
  T x, y, z;
};
template <typename T>
struct packed_storage<T, 4> {
  T x, y, z, w;
};
template <typename T, int N>
struct packed_vec : packed_storage<T, N> {
  packed_vec() = default;
  MSL_INLINE packed_vec(vec<T, N> v) {
    for (int i = 0; i < N; i++) (*this)[i] = v[i];
  }
  template <typename U, enable_if_t<msl::splats<U, T>, int> = 0>
  MSL_INLINE packed_vec(U s) : packed_vec(vec<T, N>(s)) {}
  template <typename U, enable_if_t<!__is_same(U, T), int> = 0>
  MSL_INLINE explicit packed_vec(vec<U, N> v) : packed_vec(vec<T, N>(v)) {}
  template <typename U, enable_if_t<!__is_same(U, T), int> = 0>
  MSL_INLINE explicit packed_vec(packed_vec<U, N> v) : packed_vec(vec<T, N>(v)) {}
  template <typename A, typename B, typename... R>
  MSL_INLINE packed_vec(const A& a, const B& b, const R&... rest)
      : packed_vec(vec<T, N>(a, b, rest...)) {}
  MSL_INLINE T& operator[](int i) { return (&this->x)[i]; }
  MSL_INLINE const T& operator[](int i) const { return (&this->x)[i]; }
  template <int... I>
  MSL_INLINE vec<T, sizeof...(I)> swz() const {
    return vec<T, N>(*this).template swz<I...>();
  }
  template <int... I>
  MSL_INLINE msl::swizzle_ref<packed_vec, I...> swz_ref() {
    return {*this};
  }
};
} // namespace metal

#define MSL_VECTORS(T, name)                 \
  typedef metal::vec<T, 2> name##2;          \
  typedef metal::vec<T, 3> name##3;          \
  typedef metal::vec<T, 4> name##4;          \
  typedef metal::packed_vec<T, 2> packed_##name##2; \
  typedef metal::packed_vec<T, 3> packed_##name##3; \
  typedef metal::packed_vec<T, 4> packed_##name##4; \
  namespace metal {                          \
  using ::name##2;                           \
  using ::name##3;                           \
  using ::name##4;                           \
  using ::packed_##name##2;                  \
  using ::packed_##name##3;                  \
  using ::packed_##name##4;                  \
  }                                          \
  namespace simd {                           \
  using ::name##2;                           \
  using ::name##3;                           \
  using ::name##4;                           \
  }
MSL_VECTORS(bool, bool)
MSL_VECTORS(char, char)
MSL_VECTORS(uchar, uchar)
MSL_VECTORS(short, short)
MSL_VECTORS(ushort, ushort)
MSL_VECTORS(int, int)
MSL_VECTORS(uint, uint)
MSL_VECTORS(long, long)
MSL_VECTORS(ulong, ulong)
MSL_VECTORS(half, half)
MSL_VECTORS(bfloat, bfloat)
MSL_VECTORS(float, float)
#undef MSL_VECTORS

namespace metal {
template <typename T>
struct is_vector : false_type {};
template <typename T, int N>
struct is_vector<vec<T, N>> : true_type {};
template <typename T, int N>
struct is_vector<packed_vec<T, N>> : true_type {};
template <typename T>
inline constexpr bool is_vector_v = is_vector<T>::value;
template <typename T>
struct vec_elements : integral_constant<int, msl::width<T>::value> {};
template <typename T>
inline constexpr int vec_elements_v = vec_elements<T>::value;
template <typename T>
struct make_scalar {
  typedef typename msl::element<T>::type type;
};
template <typename T>
using make_scalar_t = typename make_scalar<T>::type;
} // namespace metal

template <typename D, typename S>
MSL_INLINE constexpr D as_type(S s) {
  static_assert(sizeof(D) == sizeof(S), "as_type needs types of the same size");
  return __builtin_bit_cast(D, s);
}
namespace metal {
using ::as_type;
}

// A struct's field that is called like a swizzle answers as a vector's swizzle does.
namespace msl {
template <int...>
struct lane_list;
}
#define MSL_FIELD_AS_SWIZZLE(field, ...)                                                          \
  template <int... I>                                                                             \
  MSL_INLINE auto& swz(                                                                           \
      metal::enable_if_t<__is_same(msl::lane_list<I...>, msl::lane_list<__VA_ARGS__>), int> = 0) { \
    return field;                                                                                 \
  }                                                                                               \
  template <int... I>                                                                             \
  MSL_INLINE auto& swz(                                                                           \
      metal::enable_if_t<__is_same(msl::lane_list<I...>, msl::lane_list<__VA_ARGS__>), int> = 0)  \
      const {                                                                                     \
    return field;                                                                                 \
  }                                                                                               \
  template <int... I>                                                                             \
  MSL_INLINE auto& swz_ref(                                                                       \
      metal::enable_if_t<__is_same(msl::lane_list<I...>, msl::lane_list<__VA_ARGS__>), int> = 0) { \
    return field;                                                                                 \
  }
