package dev.assay.backend.support;

import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Expr;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The values that a declaration's or implementation's expressions see.
 *
 * @param constants by parameter name; complete, since declarations are checked when they are built
 * @param facts of device and pipeline
 */
record ConstantScope(Map<String, StructValue> constants, ToLongFunction<String> facts)
    implements Expr.Scope {
  /** Constants alone, for expressions of declarations. */
  static ConstantScope of(Map<String, StructValue> constants) {
    return new ConstantScope(constants, name -> {
      throw new IllegalArgumentException(
          "'" + name + "' is a fact of a device; declarations have none");
    });
  }

  @Override
  public StructValue constant(String parameter) {
    StructValue value = constants.get(parameter);
    if (value == null) {
      throw new IllegalArgumentException("no constant '" + parameter + "'");
    }
    return value;
  }

  @Override
  public long fact(String name) {
    return facts.applyAsLong(name);
  }
}
