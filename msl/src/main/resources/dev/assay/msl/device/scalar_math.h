// Elementary functions of one float, written here so that every target computes the same bits.
// Contraction is off and each fused operation is spelled out. Error bounds are measured by
// ElementaryFunctionTest; the polynomials are minimax or Taylor forms over the reduced ranges.
#pragma once
#include "vec.h"

namespace msl {
MSL_INLINE constexpr float bits_to_float(uint b) { return __builtin_bit_cast(float, b); }
MSL_INLINE constexpr uint float_to_bits(float f) { return __builtin_bit_cast(uint, f); }
MSL_INLINE float fma1(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
MSL_INLINE double fma1(double a, double b, double c) { return __builtin_fma(a, b, c); }
inline constexpr float infinity = __builtin_inff();
inline constexpr float not_a_number = __builtin_nanf("");

MSL_INLINE float abs1(float x) { return __builtin_fabsf(x); }
MSL_INLINE float copysign1(float x, float s) { return __builtin_copysignf(x, s); }
MSL_INLINE float floor1(float x) { return __builtin_floorf(x); }
MSL_INLINE float ceil1(float x) { return __builtin_ceilf(x); }
MSL_INLINE float trunc1(float x) { return __builtin_truncf(x); }
MSL_INLINE float rint1(float x) { return __builtin_rintf(x); }
MSL_INLINE float sqrt1(float x) { return __builtin_sqrtf(x); }
MSL_INLINE float rsqrt1(float x) { return float(1.0 / __builtin_sqrt(double(x))); }
// Halfway cases away from zero; adding one half first would round 0.49999997 up.
MSL_INLINE float round1(float x) {
  float t = trunc1(x);
  return abs1(x - t) >= 0.5f ? t + copysign1(1.0f, x) : copysign1(t, x);
}

// 2^n for any n that a float can hold, subnormals included: two factors, so that neither overflows.
MSL_INLINE float scale1(float x, int n) {
  n = n < -300 ? -300 : n > 300 ? 300 : n;
  int h = n / 2;
  int q = (n - h) / 2;
  int r = n - h - q;
  float a = bits_to_float(uint(h + 127) << 23);
  float b = bits_to_float(uint(q + 127) << 23);
  float c = bits_to_float(uint(r + 127) << 23);
  return x * a * b * c;
}

// exp on the reduced range, in double so that one rounding remains.
MSL_INLINE double exp_reduced(double r) {
  double p = 1.0 / 3628800;
  p = fma1(p, r, 1.0 / 362880);
  p = fma1(p, r, 1.0 / 40320);
  p = fma1(p, r, 1.0 / 5040);
  p = fma1(p, r, 1.0 / 720);
  p = fma1(p, r, 1.0 / 120);
  p = fma1(p, r, 1.0 / 24);
  p = fma1(p, r, 1.0 / 6);
  p = fma1(p, r, 0.5);
  p = fma1(p, r, 1.0);
  return fma1(p, r, 1.0);
}
MSL_INLINE double exp2_wide(double x) {
  // Beyond these the float result is 0 or infinity; clamping keeps the exponent field in range.
  x = x < -1000.0 ? -1000.0 : x > 1000.0 ? 1000.0 : x;
  double n = __builtin_rint(x);
  double p = exp_reduced((x - n) * 0.69314718055994530942);
  return p * __builtin_bit_cast(double, ulong(long(n) + 1023) << 52);
}
MSL_INLINE float exp1(float x) {
  if (x != x) return x;
  return float(exp2_wide(double(x) * 1.4426950408889634074));
}
MSL_INLINE float exp2_1(float x) { return x != x ? x : float(exp2_wide(x)); }
MSL_INLINE float exp10_1(float x) {
  return x != x ? x : float(exp2_wide(double(x) * 3.3219280948873623479));
}
MSL_INLINE float expm1_1(float x) {
  if (x != x) return x;
  double d = x;
  if (abs1(x) < 0.35f) {
    double p = 1.0 / 39916800;
    p = fma1(p, d, 1.0 / 3628800);
    p = fma1(p, d, 1.0 / 362880);
    p = fma1(p, d, 1.0 / 40320);
    p = fma1(p, d, 1.0 / 5040);
    p = fma1(p, d, 1.0 / 720);
    p = fma1(p, d, 1.0 / 120);
    p = fma1(p, d, 1.0 / 24);
    p = fma1(p, d, 1.0 / 6);
    p = fma1(p, d, 0.5);
    return x == 0.0f ? x : float(fma1(p * d, d, d));
  }
  return float(exp2_wide(d * 1.4426950408889634074) - 1.0);
}

// log2 of a positive finite double: mantissa in [sqrt(1/2), sqrt(2)), atanh series in s = (m-1)/(m+1).
MSL_INLINE double log2_wide(double x) {
  ulong b = __builtin_bit_cast(ulong, x);
  long e = long((b - 0x3fe6a09e667f3bcdul) >> 52);
  e = e > 0x7ff ? e - 0x1000 : e;
  double m = __builtin_bit_cast(double, b - (ulong(e) << 52));
  double s = (m - 1.0) / (m + 1.0);
  double z = s * s;
  double p = 1.0 / 21;
  p = fma1(p, z, 1.0 / 19);
  p = fma1(p, z, 1.0 / 17);
  p = fma1(p, z, 1.0 / 15);
  p = fma1(p, z, 1.0 / 13);
  p = fma1(p, z, 1.0 / 11);
  p = fma1(p, z, 1.0 / 9);
  p = fma1(p, z, 1.0 / 7);
  p = fma1(p, z, 1.0 / 5);
  p = fma1(p, z, 1.0 / 3);
  p = fma1(p * z, s, s);
  return fma1(p, 2.8853900817779268147, double(e));
}
MSL_INLINE float log_scaled(float x, double factor) {
  if (x != x || x < 0.0f) return not_a_number;
  if (x == 0.0f) return -infinity;
  if (x == infinity) return x;
  return float(log2_wide(x) * factor);
}
MSL_INLINE float log1(float x) { return log_scaled(x, 0.69314718055994530942); }
MSL_INLINE float log2_1(float x) { return log_scaled(x, 1.0); }
MSL_INLINE float log10_1(float x) { return log_scaled(x, 0.30102999566398119521); }
MSL_INLINE float log1p_1(float x) {
  if (x != x || x < -1.0f) return not_a_number;
  if (x == -1.0f) return -infinity;
  if (x == infinity || x == 0.0f) return x;
  if (abs1(x) < 1e-4f) {
    double d = x;
    return float(d * (1.0 - d * (0.5 - d * (1.0 / 3 - d * 0.25))));
  }
  return float(log2_wide(1.0 + double(x)) * 0.69314718055994530942);
}

MSL_INLINE float pow1(float x, float y) {
  if (y == 0.0f || x == 1.0f) return 1.0f;
  if (x != x || y != y) return not_a_number;
  float ax = abs1(x);
  float ay = abs1(y);
  bool integer = trunc1(y) == y;
  bool odd = integer && ay < 16777216.0f && (long(y) & 1);
  if (ay == infinity) {
    if (ax == 1.0f) return 1.0f;
    return (ax > 1.0f) == (y > 0.0f) ? infinity : 0.0f;
  }
  float r;
  if (ax == 0.0f) {
    r = y > 0.0f ? 0.0f : infinity;
  } else if (ax == infinity) {
    r = y > 0.0f ? infinity : 0.0f;
  } else {
    if (x < 0.0f && !integer) return not_a_number;
    r = float(exp2_wide(double(y) * log2_wide(ax)));
  }
  return odd ? copysign1(r, x) : r;
}

// Reduces an angle to [-pi/4, pi/4] and the quadrant. Beyond 2^28 the product with 2/pi is formed
// in integers (Payne and Hanek), since no floating constant holds enough of pi.
MSL_INLINE double reduce_angle(float x, int& quadrant) {
  if (abs1(x) < 268435456.0f) {
    double n = __builtin_rint(double(x) * 0.63661977236758134308);
    quadrant = int(long(n) & 3);
    double r = fma1(-n, 1.5707963267948965580, double(x));
    return fma1(-n, 6.1232339957367658860e-17, r);
  }
  constexpr uint two_over_pi[] = {0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0,
                                  0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561};
  uint b = float_to_bits(x);
  int e = int((b >> 23) & 255) - 150;
  ulong m = (b & 0x7fffff) | 0x800000;
  int word = (e - 2) / 32;
  int shift = (e - 2) % 32;
  ulong hi = (ulong(two_over_pi[word]) << 32) | two_over_pi[word + 1];
  ulong lo = (ulong(two_over_pi[word + 2]) << 32) | two_over_pi[word + 3];
  ulong next = ulong(two_over_pi[word + 4]) << 32;
  if (shift) {
    hi = (hi << shift) | (lo >> (64 - shift));
    lo = (lo << shift) | (next >> (64 - shift));
  }
  unsigned __int128 product =
      ((unsigned __int128)(m * hi) << 64) + (unsigned __int128)m * lo;
  ulong top = ulong(product >> 64);
  quadrant = int(top >> 62);
  long fraction = long(top << 2 | (ulong(product) >> 62));
  if (fraction < 0) quadrant = (quadrant + 1) & 3;
  double r = double(fraction) * 8.5153039502163873e-20;
  if (x < 0.0f) {
    quadrant = (4 - quadrant) & 3;
    r = -r;
  }
  return r;
}
MSL_INLINE double sin_reduced(double r) {
  double z = r * r;
  double p = -1.0 / 39916800;
  p = fma1(p, z, 1.0 / 362880);
  p = fma1(p, z, -1.0 / 5040);
  p = fma1(p, z, 1.0 / 120);
  p = fma1(p, z, -1.0 / 6);
  return fma1(p * z, r, r);
}
MSL_INLINE double cos_reduced(double r) {
  double z = r * r;
  double p = 1.0 / 479001600;
  p = fma1(p, z, -1.0 / 3628800);
  p = fma1(p, z, 1.0 / 40320);
  p = fma1(p, z, -1.0 / 720);
  p = fma1(p, z, 1.0 / 24);
  p = fma1(p, z, -0.5);
  return fma1(p, z, 1.0);
}
MSL_INLINE float sin1(float x) {
  if (!(abs1(x) < infinity)) return not_a_number;
  int q;
  double r = reduce_angle(x, q);
  double s = (q & 1) ? cos_reduced(r) : sin_reduced(r);
  return x == 0.0f ? x : float((q & 2) ? -s : s);
}
MSL_INLINE float cos1(float x) {
  if (!(abs1(x) < infinity)) return not_a_number;
  int q;
  double r = reduce_angle(x, q);
  double c = (q & 1) ? sin_reduced(r) : cos_reduced(r);
  return float(((q + 1) & 2) ? -c : c);
}
MSL_INLINE float tan1(float x) {
  if (!(abs1(x) < infinity)) return not_a_number;
  int q;
  double r = reduce_angle(x, q);
  double s = sin_reduced(r);
  double c = cos_reduced(r);
  return x == 0.0f ? x : float((q & 1) ? -c / s : s / c);
}

// atan on [0, 1]: one step of the tangent addition formula around 1/2, then the series.
MSL_INLINE double atan_unit(double x) {
  bool upper = x > 0.25;
  double t = upper ? (x - 0.5) / fma1(x, 0.5, 1.0) : x;
  double z = t * t;
  double p = 1.0 / 21;
  for (int k = 19; k >= 3; k -= 2) p = 1.0 / k - z * p;
  double r = t - t * z * p;
  return upper ? r + 0.46364760900080611621 : r;
}
MSL_INLINE double atan_wide(double x) {
  double a = __builtin_fabs(x);
  double r = a > 1.0 ? 1.57079632679489661923 - atan_unit(1.0 / a) : atan_unit(a);
  return __builtin_copysign(r, x);
}
MSL_INLINE float atan1(float x) { return x != x ? x : float(atan_wide(x)); }
MSL_INLINE float atan2_1(float y, float x) {
  if (x != x || y != y) return not_a_number;
  constexpr double pi = 3.14159265358979323846;
  double r;
  if (y == 0.0f) {
    r = __builtin_signbit(x) ? pi : 0.0;
  } else if (abs1(x) == infinity && abs1(y) == infinity) {
    r = x > 0.0f ? pi / 4 : 3 * pi / 4;
  } else if (x == 0.0f) {
    r = pi / 2;
  } else {
    r = atan_wide(__builtin_fabs(double(y) / double(x)));
    if (x < 0.0f) r = pi - r;
  }
  return copysign1(float(r), y);
}
MSL_INLINE float asin1(float x) {
  double d = x;
  if (!(abs1(x) <= 1.0f)) return not_a_number;
  return float(abs1(x) == 1.0f ? d * 1.57079632679489661923
                               : atan_wide(d / __builtin_sqrt((1.0 - d) * (1.0 + d))));
}
MSL_INLINE float acos1(float x) {
  double d = x;
  if (!(abs1(x) <= 1.0f)) return not_a_number;
  return float(x == -1.0f ? 3.14159265358979323846
                          : 2.0 * atan_wide(__builtin_sqrt((1.0 - d) / (1.0 + d))));
}
MSL_INLINE float sinh1(float x) {
  if (x != x) return x;
  double d = x;
  if (abs1(x) < 0.35f) {
    double z = d * d;
    double p = fma1(fma1(fma1(1.0 / 362880, z, 1.0 / 5040), z, 1.0 / 120), z, 1.0 / 6);
    return x == 0.0f ? x : float(fma1(p * z, d, d));
  }
  double e = exp2_wide(d * 1.4426950408889634074);
  return float(0.5 * (e - 1.0 / e));
}
MSL_INLINE float cosh1(float x) {
  if (x != x) return x;
  double e = exp2_wide(double(x) * 1.4426950408889634074);
  return float(0.5 * (e + 1.0 / e));
}
MSL_INLINE float tanh1(float x) {
  if (x != x || x == 0.0f) return x;
  double d = x;
  if (abs1(x) < 0.1f) {
    double z = d * d;
    double p = fma1(fma1(fma1(62.0 / 2835, z, -17.0 / 315), z, 2.0 / 15), z, -1.0 / 3);
    return float(fma1(p * z, d, d));
  }
  double e = exp2_wide(d * 2.8853900817779268147);
  return float(1.0 - 2.0 / (e + 1.0));
}
MSL_INLINE float asinh1(float x) {
  if (x == 0.0f || !(abs1(x) < infinity)) return x;
  double a = __builtin_fabs(double(x));
  if (a < 0.02) return float(double(x) * (1.0 - a * a * (1.0 / 6 - a * a * 3.0 / 40)));
  return copysign1(float(log2_wide(a + __builtin_sqrt(a * a + 1.0)) * 0.69314718055994530942), x);
}
MSL_INLINE float acosh1(float x) {
  if (!(x >= 1.0f)) return not_a_number;
  if (x == infinity) return x;
  double t = double(x) - 1.0;
  return float(log2_wide(1.0 + t + __builtin_sqrt(t * (double(x) + 1.0))) * 0.69314718055994530942);
}
MSL_INLINE float atanh1(float x) {
  if (!(abs1(x) <= 1.0f)) return not_a_number;
  if (abs1(x) == 1.0f) return copysign1(infinity, x);
  if (x == 0.0f) return x;
  double d = x;
  if (abs1(x) < 0.02f) return float(d * (1.0 + d * d * (1.0 / 3 + d * d * 0.2)));
  return float(0.5 * 0.69314718055994530942 * log2_wide((1.0 + d) / (1.0 - d)));
}
MSL_INLINE float fmod1(float x, float y) {
  if (!(abs1(x) < infinity) || y != y || y == 0.0f) return not_a_number;
  uint ux = float_to_bits(abs1(x));
  uint uy = float_to_bits(abs1(y));
  if (ux < uy) return x;
  int ex = int(ux >> 23);
  int ey = int(uy >> 23);
  ulong mx = ex ? (ux & 0x7fffff) | 0x800000 : ux;
  ulong my = ey ? (uy & 0x7fffff) | 0x800000 : uy;
  int steps = (ex ? ex : 1) - (ey ? ey : 1);
  mx %= my;
  for (; steps > 0 && mx; steps -= 32) {
    mx = (mx << (steps < 32 ? steps : 32)) % my;
  }
  return copysign1(scale1(float(mx), (ey ? ey : 1) - 150), x);
}
MSL_INLINE float frexp1(float x, int& e) {
  e = 0;
  if (x == 0.0f || !(abs1(x) < infinity)) return x;
  int offset = 126;
  if (abs1(x) < 1.17549435e-38f) {
    x *= 16777216.0f;
    offset += 24;
  }
  uint b = float_to_bits(x);
  e = int((b >> 23) & 255) - offset;
  return bits_to_float((b & 0x807fffff) | 0x3f000000);
}
} // namespace msl
