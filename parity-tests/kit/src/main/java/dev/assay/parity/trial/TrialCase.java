package dev.assay.parity.trial;

import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A case to be tried.
 *
 * @param name says how to get it again, such as {@code seed 7} or {@code golden 0 test_add}
 * @param input the arguments
 * @param golden the case with its expected values, or null where the reference function states them
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public record TrialCase(String name, KernelCase input, @Nullable GoldenCase golden) {
  /** The golden case of this number. */
  public static TrialCase golden(KernelDeclaration kernel, int number) {
    GoldenCase golden = kernel.goldenCases().get(number);
    return new TrialCase("golden " + number + " " + golden.input().label(), golden.input(),
        golden);
  }

  /** The case that the kernel's generator makes of this seed. */
  public static TrialCase seeded(KernelDeclaration kernel, DType dtype, long seed) {
    return new TrialCase("seed " + seed, kernel.cases().generate(new CaseRandom(seed), dtype),
        null);
  }

  /** What it finds and must leave. */
  public Content content(KernelDeclaration kernel) {
    return golden == null ? Content.of(kernel, input) : Content.of(kernel, golden);
  }
}
