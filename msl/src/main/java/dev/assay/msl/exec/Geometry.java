package dev.assay.msl.exec;

import dev.assay.msl.MslCodes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import java.math.BigInteger;

/**
 * A grid and its threadgroups. Threadgroups at the far edges are smaller where the grid is no
 * multiple of them.
 *
 * @param threads threads of the whole grid
 * @param threadsPerGroup threads of a full threadgroup, at most 1,024
 */
public record Geometry(Size3 threads, Size3 threadsPerGroup) {
  private static final int LIMIT = 1024;

  public Geometry {
    BigInteger group = product(threadsPerGroup);
    if (group.signum() == 0 || group.compareTo(BigInteger.valueOf(LIMIT)) > 0) {
      throw new InvalidCallException(
          Problem.of(MslCodes.DISPATCH_INVALID, "a threadgroup of " + threadsPerGroup + " threads")
              .expected("1 to " + LIMIT, group.toString()));
    }
    if (product(threads).bitLength() > 62) {
      throw new InvalidCallException(
          Problem.of(MslCodes.DISPATCH_INVALID, "a grid of " + threads + " threads")
              .expected("fewer than 2^62", product(threads).toString()));
    }
  }

  /** A grid of threads; the last threadgroups may be partial. */
  public static Geometry threads(Size3 threads, Size3 threadsPerGroup) {
    return new Geometry(threads, threadsPerGroup);
  }

  /** A grid of whole threadgroups. */
  public static Geometry groups(Size3 groups, Size3 threadsPerGroup) {
    return new Geometry(
        new Size3(
            multiply(groups.x(), threadsPerGroup.x()),
            multiply(groups.y(), threadsPerGroup.y()),
            multiply(groups.z(), threadsPerGroup.z())),
        threadsPerGroup);
  }

  private static int multiply(int groups, int threads) {
    long product = Integer.toUnsignedLong(groups) * Integer.toUnsignedLong(threads);
    if (product >>> 32 != 0) {
      throw new InvalidCallException(
          Problem.of(
              MslCodes.DISPATCH_INVALID,
              Integer.toUnsignedString(groups) + " threadgroups of "
                  + Integer.toUnsignedString(threads) + " threads exceed 32 bits"));
    }
    return (int) product;
  }

  /** Threadgroups along each axis. */
  Size3 groups() {
    return new Size3(
        ceilDiv(threads.x(), threadsPerGroup.x()),
        ceilDiv(threads.y(), threadsPerGroup.y()),
        ceilDiv(threads.z(), threadsPerGroup.z()));
  }

  private static int ceilDiv(int a, int b) {
    return (int) ((Integer.toUnsignedLong(a) + b - 1) / b);
  }

  private static BigInteger product(Size3 size) {
    return BigInteger.valueOf(Integer.toUnsignedLong(size.x()))
        .multiply(BigInteger.valueOf(Integer.toUnsignedLong(size.y())))
        .multiply(BigInteger.valueOf(Integer.toUnsignedLong(size.z())));
  }
}
