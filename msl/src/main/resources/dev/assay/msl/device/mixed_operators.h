// Operators between a scalar and a source's own class of numbers, such as complex ones. Where the
// class converts from scalars and to them, C++ finds the class's operator and the built-in one
// equally good; MSL takes the class's.
#pragma once
#include "scalar.h"

namespace msl {
template <typename S, typename C, bool = is_arithmetic<S>::value && __is_class(C)>
inline constexpr bool mixes = false;
template <typename S, typename C>
inline constexpr bool mixes<S, C, true> = __is_convertible(S, C) && __is_convertible(C, S);
} // namespace msl

#define MSL_MIXED(op)                                                                     \
  template <typename S, typename C, msl::enable_if_t<msl::mixes<S, C>, int> = 0>          \
  MSL_INLINE constexpr auto operator op(S a, C b) -> decltype(operator op(C(a), b)) {     \
    return operator op(C(a), b);                                                          \
  }                                                                                       \
  template <typename S, typename C, msl::enable_if_t<msl::mixes<S, C>, int> = 0>          \
  MSL_INLINE constexpr auto operator op(C a, S b) -> decltype(operator op(a, C(b))) {     \
    return operator op(a, C(b));                                                          \
  }
MSL_MIXED(+)
MSL_MIXED(-)
MSL_MIXED(*)
MSL_MIXED(/)
MSL_MIXED(%)
MSL_MIXED(==)
MSL_MIXED(!=)
MSL_MIXED(<)
MSL_MIXED(>)
MSL_MIXED(<=)
MSL_MIXED(>=)
#undef MSL_MIXED
