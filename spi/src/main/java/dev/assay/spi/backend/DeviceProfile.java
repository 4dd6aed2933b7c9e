package dev.assay.spi.backend;

import org.apiguardian.api.API;

/**
 * The limits of a class of devices. Every backend refuses what its profile refuses, so that a dispatch that passes on
 * the reference also fits the device.
 *
 * @param name the profile's name
 * @param bindings the most buffer bindings of one kernel, constants included
 * @param inlineConstantBytes the most bytes of one constant that travel inline
 * @param threadgroupMemoryBytes the most threadgroup memory of one dispatch
 * @param threadgroupMemoryMultiple what each threadgroup argument's length is a multiple of
 * @param threadsPerThreadgroup the most threads of one threadgroup
 * @param simdWidth threads of one simdgroup
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record DeviceProfile(
    String name,
    int bindings,
    int inlineConstantBytes,
    int threadgroupMemoryBytes,
    int threadgroupMemoryMultiple,
    int threadsPerThreadgroup,
    int simdWidth) {

  /** Apple GPU family 7 (M1); Metal feature set tables. */
  public static final DeviceProfile APPLE7 =
      new DeviceProfile("apple7", 31, 4096, 32_768, 16, 1024, 32);

  /** A fact that an {@code Expr} may name, such as {@code device.simdWidth}. */
  public long fact(String fact) {
    return switch (fact) {
      case "device.bindings" -> bindings;
      case "device.threadgroupMemoryBytes" -> threadgroupMemoryBytes;
      case "device.threadsPerThreadgroup" -> threadsPerThreadgroup;
      case "device.simdWidth" -> simdWidth;
      default ->
          throw new IllegalArgumentException("profile " + name + " knows no fact '" + fact + "'");
    };
  }
}
