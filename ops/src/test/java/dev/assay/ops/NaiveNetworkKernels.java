package dev.assay.ops;

import dev.assay.spi.kernel.KernelCase;
import java.math.BigDecimal;
import java.math.MathContext;

/** The kernels of networks again, as {@link NaiveKernels}: norms, activations, softmax, products of matrices. */
final class NaiveNetworkKernels {
  private static final MathContext DIGITS = new MathContext(40);

  private final ExactCase exact;

  NaiveNetworkKernels(KernelCase input) {
    exact = new ExactCase(input);
  }

  double element(String kernel, String output, long i) {
    return switch (kernel) {
      case "gelu_erf" -> NaiveActivations.geluErf(exact("x", i)).doubleValue();
      case "gelu_tanh" -> NaiveActivations.geluTanh(exact("x", i)).doubleValue();
      case "silu" -> NaiveActivations.silu(exact("x", i)).doubleValue();
      case "silu_mul" ->
          NaiveActivations.silu(exact("gate", i)).multiply(exact("up", i)).doubleValue();
      case "layer_norm", "fused_residual_layer_norm" -> layerNorm(output, i);
      case "rms_norm" -> rmsNorm(i);
      case "softmax" -> softmax(i);
      case "log_softmax" -> Math.log(softmax(i));
      case "softmax_cross_entropy" -> crossEntropy(i);
      case "matmul" -> matmul(i);
      case "attention" -> attention(i);
      case "kv_append" -> kvAppend(i);
      case "rope" -> rope(i);
      default -> throw new AssertionError(
          "nobody computes " + output + " of " + kernel + " independently: add it here");
    };
  }

  /** Variance as the mean of squares less the square of the mean: exact enough in decimals, and another formula. */
  private double layerNorm(String output, long i) {
    long width = field("width");
    long row = output.equals("out") ? i / width : i;
    BigDecimal sum = BigDecimal.ZERO;
    BigDecimal squares = BigDecimal.ZERO;
    for (long c = 0; c < width; c++) {
      BigDecimal x = summed(row, c);
      sum = sum.add(x);
      squares = squares.add(x.multiply(x));
    }
    BigDecimal count = BigDecimal.valueOf(width);
    BigDecimal mean = sum.divide(count, DIGITS);
    BigDecimal variance =
        squares.divide(count, DIGITS).subtract(mean.multiply(mean, DIGITS), DIGITS);
    BigDecimal deviation =
        variance.add(new BigDecimal(exact.params().getDouble("eps"))).sqrt(DIGITS);
    return switch (output) {
      case "mean" -> mean.doubleValue();
      case "inverse_deviation" -> BigDecimal.ONE.divide(deviation, DIGITS).doubleValue();
      default -> summed(row, i % width).subtract(mean)
          .divide(deviation, DIGITS)
          .multiply(exact("gamma", i % width))
          .add(exact("beta", i % width))
          .doubleValue();
    };
  }

  /** What is normalised: x, with what the case adds to it. */
  private BigDecimal summed(long row, long column) {
    BigDecimal sum = exact("x", row * field("width") + column);
    if (exact.input().inputs().containsKey("residual")) {
      sum = sum.add(exact("residual", row * field("width") + column));
    }
    return exact.input().inputs().containsKey("bias") ? sum.add(exact("bias", column)) : sum;
  }

  private double rmsNorm(long i) {
    long width = field("width");
    BigDecimal squares = BigDecimal.ZERO;
    for (long c = 0; c < width; c++) {
      squares = squares.add(exact("x", i / width * width + c).pow(2));
    }
    BigDecimal root = squares.divide(BigDecimal.valueOf(width), DIGITS)
        .add(new BigDecimal(exact.params().getDouble("eps")))
        .sqrt(DIGITS);
    return exact("x", i).multiply(exact("gamma", i % width)).divide(root, DIGITS).doubleValue();
  }

  /** 1 / Σ e^(zⱼ − zᵢ), which needs no maximum: cases keep |z| moderate. */
  private double softmax(long i) {
    long[] shape = exact.params().getLongs("shape");
    int axis = (int) field("axis");
    long inner = 1;
    for (int d = axis + 1; d < shape.length; d++) {
      inner *= shape[d];
    }
    long first = i - i / inner % shape[axis] * inner;
    double own = logit(i);
    double sum = 0;
    for (long j = 0; j < shape[axis]; j++) {
      double other = logit(first + j * inner);
      sum += other == Double.NEGATIVE_INFINITY ? 0 : Math.exp(other - own);
    }
    return own == Double.NEGATIVE_INFINITY ? 0 : 1 / sum;
  }

  private double logit(long i) {
    if (chosen("causal") != 0) {
      long[] shape = exact.params().getLongs("shape");
      int axis = (int) field("axis");
      long key = i % shape[axis];
      long query = i / shape[axis] % shape[axis - 1];
      if (shape[axis - 1] - query > shape[axis] - key) {
        return Double.NEGATIVE_INFINITY;
      }
    }
    double z = value("x", strided(i, "shape", "x_strides")) * exact.params().getDouble("scale");
    return chosen("has_mask") == 0
        ? z
        : z + value("mask", strided(i, "shape", "mask_strides"));
  }

  /** Σ targets · (log Σ e^z − z), for finite logits. */
  private double crossEntropy(long row) {
    long width = field("width");
    double sum = 0;
    for (long c = 0; c < width; c++) {
      sum += Math.exp(value("x", row * width + c));
    }
    double loss = 0;
    for (long c = 0; c < width; c++) {
      loss += value("targets", row * width + c) * (Math.log(sum) - value("x", row * width + c));
    }
    return loss;
  }

  private double matmul(long i) {
    long n = field("n");
    long m = field("m");
    long batch = i / n / m;
    long a = strided(batch, "batch", "a_batch_strides") + i / n % m * field("a_row_stride");
    long b = strided(batch, "batch", "b_batch_strides") + i % n * field("b_column_stride");
    BigDecimal sum = BigDecimal.ZERO;
    for (long k = 0; k < field("k"); k++) {
      sum = sum.add(exact("a", a + k * field("a_column_stride"))
          .multiply(exact("b", b + k * field("b_row_stride"))));
    }
    if (chosen("has_bias") != 0) {
      sum = sum.add(exact("bias", i % n));
    }
    BigDecimal activated = switch ((int) chosen("activation")) {
      case 0 -> sum;
      case 1 -> sum.max(BigDecimal.ZERO);
      case 2 -> NaiveActivations.geluErf(sum);
      case 3 -> NaiveActivations.geluTanh(sum);
      case 4 -> NaiveActivations.silu(sum);
      default -> throw new AssertionError("no activation has this code");
    };
    return activated.doubleValue();
  }

  /** Σ e^zⱼ vⱼ / Σ e^zⱼ, which needs no maximum: cases keep |z| moderate. */
  private double attention(long i) {
    long column = i % field("v_dim");
    long query = i / field("v_dim") % field("q_length");
    long head = i / field("v_dim") / field("q_length") % field("heads");
    long batch = i / field("v_dim") / field("q_length") / field("heads");
    long group = head * field("kv_heads") / field("heads");
    double weighted = 0;
    double sum = 0;
    for (long key = 0; key < field("kv_length"); key++) {
      if (chosen("causal") != 0 && key - query > field("first_position")) {
        break;
      }
      double added = chosen("has_mask") == 0
          ? 0
          : value("mask", place("mask_strides", batch, head, query)
              + key * exact.params().getLong("mask_strides", 3));
      if (added == Double.NEGATIVE_INFINITY) {
        continue;
      }
      double weight = Math.exp(score(place("q_strides", batch, head, query),
          place("k_strides", batch, group, key)) + added);
      sum += weight;
      weighted += weight * value("v", place("v_strides", batch, group, key) + column);
    }
    return sum == 0 ? 0 : weighted / sum;
  }

  private long place(String strides, long... coordinates) {
    long place = 0;
    for (int axis = 0; axis < coordinates.length; axis++) {
      place += coordinates[axis] * exact.params().getLong(strides, axis);
    }
    return place;
  }

  private double score(long q, long k) {
    BigDecimal product = BigDecimal.ZERO;
    for (long d = 0; d < field("head_dim"); d++) {
      product = product.add(exact("q", q + d).multiply(exact("k", k + d)));
    }
    double scaled =
        product.multiply(new BigDecimal(exact.params().getDouble("scale"))).doubleValue();
    double cap = exact.params().getDouble("softcap");
    return cap == 0 ? scaled : cap * (1 - 2 / (Math.exp(2 * scaled / cap) + 1));
  }

  private double kvAppend(long i) {
    long column = i % field("head_dim");
    long position = i / field("head_dim") % field("capacity");
    long head = i / field("head_dim") / field("capacity");
    return position == field("position")
        ? value("step", head * field("step_stride") + column)
        : value("cache", i);
  }

  private double rope(long i) {
    long column = i % field("head_dim");
    long head = i / field("head_dim") % field("heads");
    long token = i / field("head_dim") / field("heads");
    long start = token / field("seq") * field("sequence_stride")
        + token % field("seq") * field("row_stride") + head * field("head_stride");
    long half = field("n_rot") / 2;
    if (column >= 2 * half) {
      return value("x", start + column);
    }
    boolean interleaved = chosen("interleaved") != 0;
    long pair = interleaved ? column / 2 : column % half;
    boolean second = interleaved ? column % 2 == 1 : column >= half;
    long partner = interleaved ? column ^ 1 : (column + half) % (2 * half);
    long row = chosen("per_token") != 0 ? token : field("first_position") + token % field("seq");
    BigDecimal turned = exact("x", start + partner).multiply(exact("sin", row * half + pair));
    return exact("x", start + column).multiply(exact("cos", row * half + pair))
        .add(second ? turned : turned.negate())
        .doubleValue();
  }

  private long field(String name) {
    return exact.field(name);
  }

  /** The value of a function constant. */
  private long chosen(String functionConstant) {
    return exact.input().constants().get(functionConstant).getLong("");
  }

  private long strided(long i, String shape, String strides) {
    return exact.strided(i, shape, strides);
  }

  private double value(String buffer, long i) {
    return exact.value(buffer, i);
  }

  private BigDecimal exact(String buffer, long i) {
    return exact.exact(buffer, i);
  }
}
