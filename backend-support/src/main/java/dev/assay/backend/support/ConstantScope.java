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

  long evaluate(Expr expression) {
    return expression.evaluate(this);
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
