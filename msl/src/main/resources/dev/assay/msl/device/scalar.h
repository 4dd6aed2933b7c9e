// Scalar types of MSL and the type traits over them.
#pragma once

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long int64_t;
typedef unsigned long uint64_t;
typedef long ptrdiff_t;
typedef long intptr_t;
typedef unsigned long uintptr_t;
typedef unsigned long size_t;
typedef _Float16 half;
typedef __bf16 bfloat;

#define MSL_INLINE inline __attribute__((always_inline))

namespace metal {
using ::bfloat;
using ::half;
using ::int16_t;
using ::int32_t;
using ::int64_t;
using ::int8_t;
using ::intptr_t;
using ::ptrdiff_t;
using ::size_t;
using ::uchar;
using ::uint;
using ::uint16_t;
using ::uint32_t;
using ::uint64_t;
using ::uint8_t;
using ::uintptr_t;
using ::ulong;
using ::ushort;
typedef decltype(nullptr) nullptr_t;

template <typename T, T V>
struct integral_constant {
  static constexpr T value = V;
  typedef T value_type;
  typedef integral_constant type;
  constexpr operator T() const { return V; }
  constexpr T operator()() const { return V; }
};
template <bool B>
using bool_constant = integral_constant<bool, B>;
typedef bool_constant<true> true_type;
typedef bool_constant<false> false_type;

template <bool B, typename T = void>
struct enable_if {};
template <typename T>
struct enable_if<true, T> {
  typedef T type;
};
template <bool B, typename T = void>
using enable_if_t = typename enable_if<B, T>::type;
template <bool B, typename T, typename F>
struct conditional {
  typedef T type;
};
template <typename T, typename F>
struct conditional<false, T, F> {
  typedef F type;
};
template <bool B, typename T, typename F>
using conditional_t = typename conditional<B, T, F>::type;
template <typename T>
struct type_identity {
  typedef T type;
};
template <typename T>
using type_identity_t = typename type_identity<T>::type;

// Apple's library has no is_empty and no void_t: sources declare their own in this namespace.
#define MSL_TRANSFORM(name, builtin)        \
  template <typename T>                     \
  struct name {                             \
    typedef builtin(T) type;                \
  };                                        \
  template <typename T>                     \
  using name##_t = typename name<T>::type;
MSL_TRANSFORM(remove_cv, __remove_cv)
MSL_TRANSFORM(remove_const, __remove_const)
MSL_TRANSFORM(remove_volatile, __remove_volatile)
MSL_TRANSFORM(remove_reference, __remove_reference_t)
MSL_TRANSFORM(remove_cvref, __remove_cvref)
MSL_TRANSFORM(remove_pointer, __remove_pointer)
MSL_TRANSFORM(remove_extent, __remove_extent)
MSL_TRANSFORM(remove_all_extents, __remove_all_extents)
MSL_TRANSFORM(decay, __decay)
MSL_TRANSFORM(make_signed, __make_signed)
MSL_TRANSFORM(make_unsigned, __make_unsigned)
MSL_TRANSFORM(add_pointer, __add_pointer)
MSL_TRANSFORM(add_lvalue_reference, __add_lvalue_reference)
MSL_TRANSFORM(add_rvalue_reference, __add_rvalue_reference)
MSL_TRANSFORM(underlying_type, __underlying_type)
#undef MSL_TRANSFORM
template <typename T>
struct add_const {
  typedef const T type;
};
template <typename T>
using add_const_t = const T;
template <typename T>
struct add_volatile {
  typedef volatile T type;
};
template <typename T>
using add_volatile_t = volatile T;
template <typename T>
struct add_cv {
  typedef const volatile T type;
};
template <typename T>
using add_cv_t = const volatile T;

template <typename T>
add_rvalue_reference_t<T> declval();
template <typename T>
MSL_INLINE constexpr remove_reference_t<T>&& move(T&& t) {
  return static_cast<remove_reference_t<T>&&>(t);
}
template <typename T>
MSL_INLINE constexpr T&& forward(remove_reference_t<T>& t) {
  return static_cast<T&&>(t);
}
template <typename T>
MSL_INLINE constexpr T&& forward(remove_reference_t<T>&& t) {
  return static_cast<T&&>(t);
}
template <typename T>
MSL_INLINE void swap(T& a, T& b) {
  T c = a;
  a = b;
  b = c;
}
template <typename T>
MSL_INLINE T* addressof(T& t) {
  return __builtin_addressof(t);
}

template <typename F, typename... A>
struct result_of;
template <typename F, typename... A>
struct result_of<F(A...)> {
  typedef decltype(declval<F>()(declval<A>()...)) type;
};
template <typename F, typename... A>
struct invoke_result {
  typedef decltype(declval<F>()(declval<A>()...)) type;
};
template <typename F, typename... A>
using invoke_result_t = typename invoke_result<F, A...>::type;

#define MSL_TRAIT(name, ...)                                    \
  template <typename T>                                         \
  struct name : bool_constant<(__VA_ARGS__)> {};                \
  template <typename T>                                         \
  inline constexpr bool name##_v = name<T>::value;
MSL_TRAIT(is_integral, __is_integral(T))
MSL_TRAIT(is_floating_point, __is_floating_point(T) || __is_same(__remove_cv(T), half) ||
                                 __is_same(__remove_cv(T), bfloat))
MSL_TRAIT(is_arithmetic, __is_integral(T) || is_floating_point<T>::value)
MSL_TRAIT(is_fundamental, __is_fundamental(T) || is_arithmetic<T>::value)
MSL_TRAIT(is_scalar, is_arithmetic<T>::value || __is_enum(T) || __is_pointer(T))
MSL_TRAIT(is_signed, is_floating_point<T>::value || __is_signed(T))
MSL_TRAIT(is_unsigned, __is_unsigned(T))
MSL_TRAIT(is_void, __is_void(T))
MSL_TRAIT(is_const, __is_const(T))
MSL_TRAIT(is_volatile, __is_volatile(T))
MSL_TRAIT(is_pointer, __is_pointer(T))
MSL_TRAIT(is_reference, __is_reference(T))
MSL_TRAIT(is_lvalue_reference, __is_lvalue_reference(T))
MSL_TRAIT(is_rvalue_reference, __is_rvalue_reference(T))
MSL_TRAIT(is_array, __is_array(T))
MSL_TRAIT(is_function, __is_function(T))
MSL_TRAIT(is_enum, __is_enum(T))
MSL_TRAIT(is_union, __is_union(T))
MSL_TRAIT(is_class, __is_class(T))
MSL_TRAIT(is_compound, !is_fundamental<T>::value)
MSL_TRAIT(is_object, __is_object(T) || is_arithmetic<T>::value)
MSL_TRAIT(is_final, __is_final(T))
MSL_TRAIT(is_polymorphic, __is_polymorphic(T))
MSL_TRAIT(is_abstract, __is_abstract(T))
MSL_TRAIT(is_trivial, __is_trivial(T))
MSL_TRAIT(is_trivially_copyable, __is_trivially_copyable(T))
MSL_TRAIT(is_standard_layout, __is_standard_layout(T))
MSL_TRAIT(is_pod, __is_pod(T))
MSL_TRAIT(is_literal_type, __is_literal_type(T))
MSL_TRAIT(is_default_constructible, __is_constructible(T))
MSL_TRAIT(is_copy_constructible, __is_constructible(T, const T&))
#undef MSL_TRAIT

#define MSL_TRAIT2(name, expr)                        \
  template <typename T, typename U>                   \
  struct name : bool_constant<expr> {};               \
  template <typename T, typename U>                   \
  inline constexpr bool name##_v = name<T, U>::value;
MSL_TRAIT2(is_same, __is_same(T, U))
MSL_TRAIT2(is_convertible, __is_convertible(T, U))
MSL_TRAIT2(is_base_of, __is_base_of(T, U))
MSL_TRAIT2(is_assignable, __is_assignable(T, U))
#undef MSL_TRAIT2
template <typename T, typename... A>
struct is_constructible : bool_constant<__is_constructible(T, A...)> {};
template <typename T, typename... A>
inline constexpr bool is_constructible_v = is_constructible<T, A...>::value;

template <typename... B>
struct conjunction : bool_constant<(bool(B::value) && ...)> {};
template <typename... B>
struct disjunction : bool_constant<(bool(B::value) || ...)> {};
template <typename B>
struct negation : bool_constant<!bool(B::value)> {};
template <typename... B>
inline constexpr bool conjunction_v = conjunction<B...>::value;
template <typename... B>
inline constexpr bool disjunction_v = disjunction<B...>::value;
template <typename B>
inline constexpr bool negation_v = negation<B>::value;
// The names that Apple's own headers have for them, and that sources call.
template <typename... B>
using _conjunction = conjunction<B...>;
template <typename... B>
using _disjunction = disjunction<B...>;
template <typename B>
using _negation = negation<B>;

template <typename T>
struct alignment_of : integral_constant<size_t, alignof(T)> {};
template <typename T>
struct rank : integral_constant<size_t, 0> {};
template <typename T, size_t N>
struct rank<T[N]> : integral_constant<size_t, rank<T>::value + 1> {};
template <typename T, unsigned I = 0>
struct extent : integral_constant<size_t, 0> {};
template <typename T, size_t N>
struct extent<T[N], 0> : integral_constant<size_t, N> {};
template <typename T, size_t N, unsigned I>
struct extent<T[N], I> : extent<T, I - 1> {};

template <typename... T>
struct common_type;
template <typename T>
struct common_type<T> {
  typedef decay_t<T> type;
};
template <typename A, typename B>
struct common_type<A, B> {
  typedef decay_t<decltype(true ? declval<A>() : declval<B>())> type;
};
template <typename A, typename B, typename C, typename... R>
struct common_type<A, B, C, R...> : common_type<typename common_type<A, B>::type, C, R...> {};
template <typename... T>
using common_type_t = typename common_type<T...>::type;

template <typename T, T... I>
struct integer_sequence {
  static constexpr size_t size() { return sizeof...(I); }
};
template <size_t... I>
using index_sequence = integer_sequence<size_t, I...>;
template <typename T, T N>
using make_integer_sequence = __make_integer_seq<integer_sequence, T, N>;
template <size_t N>
using make_index_sequence = make_integer_sequence<size_t, N>;

} // namespace metal

namespace msl {
using metal::enable_if_t;
using metal::is_arithmetic;
using metal::is_floating_point;
using metal::is_integral;
using metal::type_identity_t;

// The type in which two scalars of MSL meet. The usual conversions, except that half and bfloat,
// which C++ leaves unordered, meet in float.
template <typename A, typename B, typename = void>
struct meet {
  typedef decltype(A() + B()) sum;
  typedef metal::conditional_t<__is_same(A, B), A, sum> type;
};
template <>
struct meet<half, bfloat, void> {
  typedef float type;
};
template <>
struct meet<bfloat, half, void> {
  typedef float type;
};
template <typename A, typename B>
using meet_t = typename meet<A, B>::type;
// Explicit casts of sources that know both 16-bit floats: the compiler has no conversion between
// the two. Through float it is exact, or rounds once.
template <typename D, typename S>
inline constexpr bool other_16_bit_float = (__is_same(D, half) && __is_same(S, bfloat)) ||
                                           (__is_same(D, bfloat) && __is_same(S, half));
template <typename D, typename S, enable_if_t<!other_16_bit_float<D, S>, int> = 0>
MSL_INLINE constexpr auto cast(S s) -> decltype(static_cast<D>(s)) {
  return static_cast<D>(s);
}
template <typename D, typename S, enable_if_t<other_16_bit_float<D, S>, int> = 0>
MSL_INLINE constexpr D cast(S s) {
  return static_cast<D>(static_cast<float>(s));
}
// What (D) in front of an operand becomes: ->* takes what a cast takes.
template <typename D>
struct caster {
  template <typename S>
  MSL_INLINE constexpr auto operator->*(S s) const -> decltype(cast<D>(s)) {
    return cast<D>(s);
  }
};
template <typename A>
using if_scalar = enable_if_t<is_arithmetic<A>::value || __is_enum(A)>;
} // namespace msl
