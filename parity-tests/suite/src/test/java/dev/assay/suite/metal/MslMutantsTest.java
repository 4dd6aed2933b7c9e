package dev.assay.suite.metal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.backend.metal.MetalProvider;
import dev.assay.parity.Mode;
import dev.assay.parity.ParityOptions;
import dev.assay.parity.ParityReport;
import dev.assay.parity.ParityRun;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.KernelSource;
import dev.assay.suite.parity.Catalogue;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * MSL with one mistake that is known from this field, and that no reference function shows: rows and elements that are lost, a sum
 * in the element's own type, a scale that is applied twice, a part of a fused operation that is left out or done in the wrong order. Each compiles and
 * runs, and golden or generated cases find it within the kernel's own tolerance.
 */
class MslMutantsTest {
  private static final String LOG2_E = "1.44269504f";

  /**
   * A text with a mistake.
   *
   * @param failure the number in {@code docs/failures.md}
   * @param entryPoint the kernel that is run
   * @param edits by turns what is replaced and what stands there instead
   */
  record Mutant(int failure, String what, String entryPoint, List<String> edits) {
    Implementation implementation() {
      return Catalogue.installed()
          .kernels()
          .stream()
          .flatMap(kernel -> Catalogue.installed()
              .implementations(kernel.declaration().name())
              .stream())
          .map(KernelCatalog.Installed::implementation)
          .filter(each -> each.entryPoint().equals(entryPoint))
          .findFirst()
          .orElseThrow();
    }

    Implementation mutated() {
      Implementation right = implementation();
      return right.withSource(new KernelSource(right.source().name() + ", " + what,
          right.source()
              .parts()
              .stream()
              .map(part -> new KernelSource.Part(part.name(), edited(part.text())))
              .toList()));
    }

    private String edited(String text) {
      String edited = text;
      for (int i = 0; i < edits.size(); i += 2) {
        edited = edited.replace(edits.get(i), edits.get(i + 1));
      }
      return edited;
    }

    @Override
    public String toString() {
      return failure + ": " + what + " in " + entryPoint;
    }
  }

  static Stream<Mutant> mutants() {
    String bias = "  if (has_bias) sum += float(bias[column]);\n";
    String mask = "score = added == -INFINITY ? added : score + added;";
    String allOfRow = "i < params.axis; i += width) mine";
    return Stream.of(
        new Mutant(33, "the first row for all", "reduce_sum_rows_f32",
            List.of("elements = x + row * params.axis;", "elements = x;")),
        new Mutant(33, "the first row for all", "reduce_sum_columns_f32",
            List.of(
                "first = index / params.inner * params.axis * params.inner + index % params.inner;",
                "first = index % params.inner;")),
        new Mutant(34, "as many elements as the power of two below", "reduce_sum_rows_f32",
            List.of("R::state mine = R::start();",
                "R::state mine = R::start(); uint power = min(params.axis, 1u);"
                    + " while (power != 0 && power * 2 <= params.axis) power *= 2;",
                allOfRow, allOfRow.replace("params.axis", "power"))),
        new Mutant(34, "whole fours alone", "matmul_vector_transposed_f32",
            List.of("if (whole + lane < params.k) {", "if (false) {")),
        new Mutant(35, "all simdgroups but the last", "softmax_rows_f32",
            List.of("simd_sum(lane < simdgroups ?", "simd_sum(lane + 1 < simdgroups ?")),
        scaledTwice("softmax_rows_f32", "* params.scale;"),
        scaledTwice("softmax_columns_f16", "* params.scale;"),
        scaledTwice("log_softmax_columns_f32", "* params.scale;"),
        scaledTwice("attention_plain_f32", "float score = product * params.scale;"),
        scaledTwice("attention_tiled_f16", "float score = product * params.scale;"),
        new Mutant(74, "a sum in halves", "reduce_mean_columns_f16",
            List.of("return a + b;", "return state(T(a + b));")),
        new Mutant(74, "a sum in halves", "matmul_vector_f16",
            List.of("sum += partial[slice * 32 + thread_at.x];",
                "sum = float(T(sum + partial[slice * 32 + thread_at.x]));")),
        new Mutant(74, "a sum of squares in halves", "rms_norm_short_f16",
            List.of("squares += float(x[first + i]) * float(x[first + i]);",
                "squares = float(T(squares + float(x[first + i]) * float(x[first + i])));")),
        new Mutant(80, "no bias", "matmul_tiled_f32", List.of(bias, "")),
        new Mutant(80, "no activation", "matmul_tiled_f32",
            List.of("switch (activation) {", "switch (activation & 0u) {")),
        new Mutant(80, "the bias after the activation", "matmul_tiled_f32",
            List.of(bias, "", "  return T(sum);", bias + "  return T(sum);")),
        new Mutant(80, "no residual", "fused_residual_layer_norm_short_f32",
            List.of("(float(x[i]) - first_x) + (float(residual[i]) - first_residual)",
                "(float(x[i]) - first_x)")),
        new Mutant(80, "no cap", "attention_plain_f32",
            List.of("if (params.softcap != 0.0f) {", "if (false) {")),
        new Mutant(80, "the cap after the mask", "attention_plain_f32",
            List.of("float score = product * params.scale;",
                "float score = product * params.scale + (has_mask"
                    + " ? float(mask[from + query * uint(params.mask_strides[2])"
                    + " + key * uint(params.mask_strides[3])]) : 0.0f);",
                mask, "score = added == -INFINITY ? added : score;")));
  }

  private static Mutant scaledTwice(String entryPoint, String scale) {
    return new Mutant(72, "log2 e twice", entryPoint,
        List.of(scale, scale.replace(";", " * " + LOG2_E + ";")));
  }

  /** A run of the kernel's one implementation, on golden cases and generated ones. */
  private static ParityReport run(Implementation implementation) {
    KernelDeclaration kernel = Catalogue.installed().declaration(implementation.kernel());
    KernelCatalog catalog = KernelCatalog.builder()
        .kernel(kernel, "installed")
        .implementation(implementation, "a mutant")
        .build();
    try (Backend backend = new MetalProvider().open(catalog,
        Map.of("build", "checked", "order", "forward"))) {
      return new ParityRun(backend).endingAtFailure()
          .run(ParityOptions.ALL.withKernel(kernel.name().toString())
              .withDtype(implementation.dtype())
              .withImplementation(implementation.name())
              .withModes(Set.of(Mode.DIRECT)));
    }
  }

  @ParameterizedTest
  @MethodSource("mutants")
  void aKnownMistakeIsFoundWithinTheTolerance(Mutant mutant) {
    for (int i = 0; i < mutant.edits().size(); i += 2) {
      assertThat(mutant.implementation().source().text()).contains(mutant.edits().get(i));
    }

    // By what it computes, and not because it does not compile or reads what it must not.
    assertThat(run(mutant.mutated()).failures()).isNotEmpty()
        .allSatisfy(failure -> assertThat(failure.kind())
            .as(failure.detail())
            .isIn("elements", "suspicious", "tensor"));
  }

  static Stream<Implementation> implementations() {
    return mutants().map(Mutant::implementation).distinct();
  }

  @ParameterizedTest
  @MethodSource("implementations")
  void theTextWithoutItPasses(Implementation implementation) {
    assertThat(run(implementation).failures()).isEmpty();
  }
}
