package dev.assay.ops.option;

import java.util.Arrays;
import java.util.Optional;
import org.apiguardian.api.API;

/** What is applied to each element of a product of matrices before it is rounded and written. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum Activation {
  /** The element itself. */
  NONE(0),
  /** The larger of x and 0. */
  RELU(1),
  /** The exact GELU, x/2 · (1 + erf(x/√2)). */
  GELU_ERF(2),
  /** GELU's approximation by tanh. */
  GELU_TANH(3),
  /** x / (1 + e^−x). */
  SILU(4);

  private final int code;

  Activation(int code) {
    this.code = code;
  }

  /** The value of the kernels' function constant {@code activation}. */
  public int code() {
    return code;
  }

  /** The activation of this code. */
  public static Optional<Activation> of(long code) {
    return Arrays.stream(values()).filter(activation -> activation.code == code).findFirst();
  }
}
