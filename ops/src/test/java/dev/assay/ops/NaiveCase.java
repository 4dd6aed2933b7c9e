package dev.assay.ops;

import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.KernelCase;
import java.math.BigDecimal;
import java.math.MathContext;

/** The arguments of a case, element by element: what the naive kernels compute from. */
abstract class NaiveCase {
  static final MathContext DIGITS = new MathContext(40);

  final KernelCase input;
  final StructValue params;

  NaiveCase(KernelCase input) {
    this.input = input;
    this.params = input.constants()
        .getOrDefault("params",
            input.constants().values().iterator().next());
  }

  /** The offset of row-major index {@code i}: one coordinate after the other, from the last axis on. */
  final long strided(long i, String sizes, String strides) {
    long[] shape = params.getLongs(sizes);
    long[] steps = params.getLongs(strides);
    long offset = 0;
    long rest = i;
    for (int d = shape.length - 1; d >= 0; d--) {
      offset += Math.floorMod(rest, shape[d]) * steps[d];
      rest = Math.floorDiv(rest, shape[d]);
    }
    return offset;
  }

  final long field(String name) {
    return params.getLong(name);
  }

  final double value(String buffer, long i) {
    return input.inputs().get(buffer).getDouble(i);
  }

  final BigDecimal exact(String buffer, long i) {
    return new BigDecimal(value(buffer, i));
  }

  final long integer(String buffer, long i) {
    return input.inputs().get(buffer).getLong(i);
  }

  /** The value of a function constant. */
  final long chosen(String functionConstant) {
    return input.constants().get(functionConstant).getLong("");
  }
}
