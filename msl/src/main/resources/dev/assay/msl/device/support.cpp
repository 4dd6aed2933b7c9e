// What compiled code calls by fixed names: block transfers, and conversions to 16-bit floats that
// the target has no instruction for. All round to nearest, ties to even.
#include "scalar.h"

namespace {
// Rounds a double to a format with so many mantissa and exponent bits, and gives its encoding. The
// double holds a float exactly, so the float conversions come here too.
template <int Mantissa, int Exponent>
ushort round_to(double value) {
  constexpr int bias = (1 << (Exponent - 1)) - 1;
  constexpr ushort top = ushort(((1 << Exponent) - 1) << Mantissa);
  ulong bits = __builtin_bit_cast(ulong, value);
  ushort sign = ushort(bits >> 63 << 15);
  bits &= ~0ul >> 1;
  if (bits > 0x7fful << 52) {
    // A quiet NaN that keeps the payload's leading bits.
    return ushort(sign | top | 1 << (Mantissa - 1) |
                  (bits >> (52 - Mantissa) & ((1 << Mantissa) - 1)));
  }
  int exponent = int(bits >> 52) - 1023;
  if (exponent > bias) return sign | top;
  ulong mantissa = (bits & ((1ul << 52) - 1)) | (exponent > -1023 ? 1ul << 52 : 0);
  int least = 1 - bias;
  int shift = 52 - Mantissa + (exponent < least ? least - exponent : 0);
  if (shift > 54) return sign;
  ulong kept = mantissa >> shift;
  ulong rest = mantissa & ((1ul << shift) - 1);
  ulong half_way = 1ul << (shift - 1);
  if (rest > half_way || (rest == half_way && (kept & 1))) kept++;
  // A carry out of the mantissa moves into the exponent, up to infinity, by itself.
  ulong field = exponent < least ? 0 : ulong(exponent + bias - 1) << Mantissa;
  return ushort(sign | ushort(exponent < least ? kept : field + kept));
}
} // namespace

extern "C" {
#define MSL_HIDDEN __attribute__((visibility("hidden")))
MSL_HIDDEN bfloat __truncsfbf2(float v) { return __builtin_bit_cast(bfloat, round_to<7, 8>(v)); }
MSL_HIDDEN bfloat __truncdfbf2(double v) { return __builtin_bit_cast(bfloat, round_to<7, 8>(v)); }
MSL_HIDDEN half __truncdfhf2(double v) { return __builtin_bit_cast(half, round_to<10, 5>(v)); }
MSL_HIDDEN half __truncsfhf2(float v) { return __builtin_bit_cast(half, round_to<10, 5>(v)); }
MSL_HIDDEN float __extendhfsf2(half v) {
  ushort bits = __builtin_bit_cast(ushort, v);
  uint sign = uint(bits & 0x8000) << 16;
  uint exponent = bits >> 10 & 31;
  uint mantissa = bits & 1023;
  uint out;
  if (exponent == 31) {
    out = sign | 0x7f800000 | mantissa << 13 | (mantissa ? 0x400000 : 0);
  } else if (exponent) {
    out = sign | (exponent + 112) << 23 | mantissa << 13;
  } else {
    // A subnormal half is a small integer times 2^-24.
    float f = float(mantissa) * 0x1p-24f;
    out = sign | __builtin_bit_cast(uint, f);
  }
  return __builtin_bit_cast(float, out);
}

MSL_HIDDEN void* memcpy(void* to, const void* from, size_t bytes) {
#if defined(__x86_64__)
  void* d = to;
  asm volatile("rep movsb" : "+D"(d), "+S"(from), "+c"(bytes) : : "memory");
#else
  volatile char* d = static_cast<char*>(to);
  const char* s = static_cast<const char*>(from);
  for (size_t i = 0; i < bytes; i++) d[i] = s[i];
#endif
  return to;
}
MSL_HIDDEN void* memmove(void* to, const void* from, size_t bytes) {
  volatile char* d = static_cast<char*>(to);
  const char* s = static_cast<const char*>(from);
  if (d <= s) return memcpy(to, from, bytes);
  for (size_t i = bytes; i > 0; i--) d[i - 1] = s[i - 1];
  return to;
}
MSL_HIDDEN void* memset(void* to, int value, size_t bytes) {
#if defined(__x86_64__)
  void* d = to;
  asm volatile("rep stosb" : "+D"(d), "+c"(bytes) : "a"(value) : "memory");
#else
  volatile char* d = static_cast<char*>(to);
  for (size_t i = 0; i < bytes; i++) d[i] = char(value);
#endif
  return to;
}
MSL_HIDDEN int memcmp(const void* a, const void* b, size_t bytes) {
  const volatile uchar* x = static_cast<const uchar*>(a);
  const volatile uchar* y = static_cast<const uchar*>(b);
  for (size_t i = 0; i < bytes; i++) {
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  }
  return 0;
}
}
