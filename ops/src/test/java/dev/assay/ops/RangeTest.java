package dev.assay.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Parameter;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A range that reaches outside its axis touches more than the buffer has, so that every backend refuses it at bake. */
class RangeTest {
  @ParameterizedTest
  @CsvSource({"narrow, x, start", "narrow, x, length", "concat, out, start", "concat, out, length",
    "top_k, x, k"})
  void oneMoreThanFitsIsMoreThanTheBufferHas(String kernel, String buffer, String field) {
    KernelDeclaration declaration = new OpsPlugin().kernels()
        .stream()
        .filter(each -> each.name().name().equals(kernel))
        .findFirst()
        .orElseThrow();
    Parameter.Buffer parameter =
        (Parameter.Buffer) declaration.parameter(buffer).orElseThrow();

    long tried = LongStream.range(0, 60)
        .mapToObj(seed -> declaration.cases().generate(new CaseRandom(seed), DType.F16))
        .filter(input -> ReferenceRun.touched(parameter, input) > 0)
        .peek(input -> {
          StructValue params = input.constants().get("params");
          long end = params.getLong(field)
              + (field.equals("start") ? params.getLong("length") : 0)
              + (field.equals("length") ? params.getLong("start") : 0);
          long room = params.getLong("axis") - end;
          KernelCase fits =
              input.constant("params", params.with(field, params.getLong(field) + room));
          KernelCase beyond =
              input.constant("params", params.with(field, params.getLong(field) + room + 1));

          long dense = params.getLong("outer") * params.getLong("axis") * params.getLong("inner");
          assertThat(ReferenceRun.touched(parameter, fits)).as(input.label()).isEqualTo(dense);
          assertThat(ReferenceRun.touched(parameter, beyond)).as(input.label())
              .isGreaterThan(dense);
        })
        .count();
    assertThat(tried).isGreaterThan(20);
  }
}
