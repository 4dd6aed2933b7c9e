package dev.assay.parity.trial;

import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A case to be tried.
 *
 * @param name says how to get it again, such as {@code seed 7} or {@code golden onnx test_add}
 * @param input the arguments
 * @param golden the case with its expected values, or null where the reference function states them
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public record TrialCase(String name, KernelCase input, @Nullable GoldenCase golden) {
  /** What it finds and must leave. */
  public Content content(KernelDeclaration kernel) {
    return golden == null ? Content.of(kernel, input) : Content.of(kernel, golden);
  }
}
