package dev.assay.parity.trial;

import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Expr;
import dev.assay.spi.kernel.Parameter;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.apiguardian.api.API;

/**
 * What the expressions of a declaration or implementation refer to in one case.
 *
 * @param constants every constant and function constant by parameter name
 * @param facts the facts of a device by name
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public record CaseScope(Map<String, StructValue> constants, ToLongFunction<String> facts)
    implements Expr.Scope {
  /** A scope for the expressions of a declaration, which knows no device. */
  public CaseScope(Map<String, StructValue> constants) {
    this(constants, name -> {
      throw new IllegalArgumentException("a declaration knows no device, but names " + name);
    });
  }

  @Override
  public StructValue constant(String parameter) {
    return Objects.requireNonNull(constants.get(parameter), parameter);
  }

  @Override
  public long fact(String name) {
    return facts.applyAsLong(name);
  }

  /** Whether a buffer exists with these function constants. */
  public boolean has(Parameter.Buffer buffer) {
    return buffer.gate() == null || constant(buffer.gate()).getLong("") != 0;
  }

  /** The elements of a buffer that a dispatch may touch; where nothing is done nothing is, whatever the formula says. */
  public long touched(Parameter.Buffer buffer) {
    return Math.max(0, buffer.elements().evaluate(this));
  }
}
