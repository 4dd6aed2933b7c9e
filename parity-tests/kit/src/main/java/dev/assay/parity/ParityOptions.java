package dev.assay.parity;

import dev.assay.spi.data.DType;
import java.util.EnumSet;
import java.util.Set;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * What a parity run is asked for.
 *
 * @param kernel which kernels, as a glob over their names: {@code *} stands for any text, {@code ?} for one character
 * @param dtype the only dtype, or null for all
 * @param implementation the only implementation, or null for all
 * @param modes the modes
 * @param seed the seed of the first generated case
 * @param generated the number of generated cases for each kernel and dtype, besides golden ones and those that show a
 *     missing size or layout
 * @param checksOff the checks that are left out, by name
 * @param expectedFailures trials that are known to fail, as globs over their names; one that passes is a failure
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record ParityOptions(
    String kernel,
    @Nullable DType dtype,
    @Nullable String implementation,
    Set<Mode> modes,
    long seed,
    int generated,
    Set<String> checksOff,
    Set<String> expectedFailures) {
  /** Everything there is, with a fixed seed. */
  public static final ParityOptions ALL =
      new ParityOptions("*", null, null, EnumSet.allOf(Mode.class), 1, 12, Set.of(), Set.of());

  /** Copies the sets. */
  public ParityOptions {
    modes = Set.copyOf(modes);
    checksOff = Set.copyOf(checksOff);
    expectedFailures = Set.copyOf(expectedFailures);
  }

  /** The same for the kernels of this glob. */
  public ParityOptions withKernel(String glob) {
    return new ParityOptions(glob, dtype, implementation, modes, seed, generated, checksOff,
        expectedFailures);
  }

  /** The same for one dtype. */
  public ParityOptions withDtype(DType only) {
    return new ParityOptions(kernel, only, implementation, modes, seed, generated, checksOff,
        expectedFailures);
  }

  /** The same for one implementation. */
  public ParityOptions withImplementation(String only) {
    return new ParityOptions(kernel, dtype, only, modes, seed, generated, checksOff,
        expectedFailures);
  }

  /** The same in these modes. */
  public ParityOptions withModes(Set<Mode> some) {
    return new ParityOptions(kernel, dtype, implementation, some, seed, generated, checksOff,
        expectedFailures);
  }

  /** The same from this seed on. */
  public ParityOptions withSeed(long first) {
    return new ParityOptions(kernel, dtype, implementation, modes, first, generated, checksOff,
        expectedFailures);
  }

  /** The same with so many generated cases. */
  public ParityOptions withGenerated(int number) {
    return new ParityOptions(kernel, dtype, implementation, modes, seed, number, checksOff,
        expectedFailures);
  }

  /** The same without these checks, to show what then slips through. */
  public ParityOptions withoutChecks(Set<String> names) {
    return new ParityOptions(kernel, dtype, implementation, modes, seed, generated, names,
        expectedFailures);
  }

  /** The same with these trials known to fail. */
  public ParityOptions withExpectedFailures(Set<String> globs) {
    return new ParityOptions(kernel, dtype, implementation, modes, seed, generated, checksOff,
        globs);
  }
}
