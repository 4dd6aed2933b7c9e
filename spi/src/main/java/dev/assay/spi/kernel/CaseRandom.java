package dev.assay.spi.kernel;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import java.util.random.RandomGenerator;
import org.apiguardian.api.API;

/**
 * The choices of a {@link CaseGenerator}, reproducible from a seed. Sizes lean towards those at which kernels break
 * (one, around a simdgroup, primes, around tiles); values have wide range and both signs. Not thread-safe.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class CaseRandom {
  private static final int[] EDGES =
      {1, 2, 3, 4, 5, 7, 8, 13, 15, 16, 17, 31, 32, 33, 37, 63, 64, 65, 97, 127, 128, 129, 257};
  private static final int ONE_IN_EMPTY = 12;

  private final RandomGenerator random;

  /** Choices for this seed. */
  public CaseRandom(long seed) {
    // A generator named by algorithm: its sequence is the same on every JVM.
    this.random = java.util.random.RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }

  /** A size from 1 to {@code most}, mostly at an edge. */
  public int size(int most) {
    for (int attempt = 0; attempt < 4; attempt++) {
      int edge = EDGES[random.nextInt(EDGES.length)];
      if (edge <= most) {
        return edge;
      }
    }
    return random.nextInt(1, most + 1);
  }

  /** A size from 0 to {@code most}: now and then 0, else as {@link #size}. */
  public int sizeOrEmpty(int most) {
    return random.nextInt(ONE_IN_EMPTY) == 0 ? 0 : size(most);
  }

  /** An integer from {@code low} to {@code high}, both included. */
  public int between(int low, int high) {
    return random.nextInt(low, high + 1);
  }

  /** A coin. */
  public boolean flip() {
    return random.nextBoolean();
  }

  /** One of these. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public final <T> T oneOf(T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  /** A uniform double in [{@code low}, {@code high}). */
  public double uniform(double low, double high) {
    return random.nextDouble(low, high);
  }

  /**
   * Elements of {@code dtype}: mostly of moderate size and both signs, some tiny, some large, so that neither a wrong
   * scale nor a wrong sign can hide. Integers span their whole range.
   */
  public Elements values(DType dtype, long count) {
    Elements elements = Elements.zeros(dtype, count);
    for (long i = 0; i < count; i++) {
      if (dtype.isFloat()) {
        double scale = switch (random.nextInt(8)) {
          case 0 -> 1e-3;
          case 1 -> 20;
          default -> 1;
        };
        elements.setDouble(i, scale * random.nextGaussian());
      } else {
        elements.setLongBits(i, dtype == DType.BOOL ? random.nextInt(2) : random.nextLong());
      }
    }
    return elements;
  }

  /** Elements uniform in [{@code low}, {@code high}). */
  public Elements values(DType dtype, long count, double low, double high) {
    Elements elements = Elements.zeros(dtype, count);
    for (long i = 0; i < count; i++) {
      elements.setDouble(i, random.nextDouble(low, high));
    }
    return elements;
  }
}
