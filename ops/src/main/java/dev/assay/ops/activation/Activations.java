package dev.assay.ops.activation;

import dev.assay.ops.option.Activation;

/** The activations that other kernels apply to what they computed, in double precision. */
public final class Activations {
  private Activations() {}

  /** Replaces x[i] by its activation for i below {@code count}. */
  public static void apply(Activation activation, double[] x, int count) {
    switch (activation) {
      case NONE -> {}
      case RELU -> {
        for (int i = 0; i < count; i++) {
          x[i] = Math.max(x[i], 0);
        }
      }
      case GELU_ERF -> GeluErf.apply(x, count);
      case GELU_TANH -> GeluTanh.apply(x, count);
      case SILU -> Silu.apply(x, count);
    }
  }
}
