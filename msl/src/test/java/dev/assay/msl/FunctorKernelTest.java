package dev.assay.msl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FunctorKernelTest {
  @ParameterizedTest
  @EnumSource(MslBuild.class)
  void threadsWaitInsideTheOperatorsOfFunctionObjects(MslBuild build) {
    float[] in = new float[70];
    for (int i = 0; i < in.length; i++) {
      in[i] = i;
    }
    float[] out = new float[in.length];
    Fixture.kernel(build, "functors.metal", "sum_by_functor")
        .dispatch()
        .bind("in", in)
        .bind("out", out)
        .threads(in.length, in.length);
    assertThat(out).containsOnly(70 * 69 / 2);
  }

  @ParameterizedTest
  @EnumSource(MslBuild.class)
  void operatorsThatTemplateArgumentsNameWaitToo(MslBuild build) {
    float[] in = {1, 2, 3, 4, 5};
    float[] out = new float[5];
    Fixture.kernel(build, "functors.metal", "apply_sum")
        .dispatch()
        .bind("in", in)
        .bind("out", out)
        .threads(5, 5);
    assertThat(out).containsOnly(15);
    Fixture.kernel(build, "functors.metal", "apply_negated")
        .dispatch()
        .bind("in", in)
        .bind("out", out)
        .threads(5, 5);
    assertThat(out).containsExactly(-1, -2, -3, -4, -5);
  }
}
