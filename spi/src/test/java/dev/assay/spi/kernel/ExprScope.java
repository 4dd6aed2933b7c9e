package dev.assay.spi.kernel;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Constants and facts for evaluating expressions: struct {@code p} with arrays of 64-bit integers, and facts. */
record ExprScope(StructValue p, Map<String, Long> facts) implements Expr.Scope {
  static final ExprScope EMPTY = of(Map.of("unused", new long[1]));

  static ExprScope of(Map<String, long[]> arrays) {
    StructLayout.Builder layout = StructLayout.struct("P");
    new LinkedHashMap<>(arrays)
        .forEach((name, values) -> layout.array(name, DType.I64, values.length));
    StructValue.Builder value = layout.build().value();
    arrays.forEach(value::setAll);
    return new ExprScope(value.build(), Map.of());
  }

  ExprScope withFact(String name, long value) {
    Map<String, Long> more = new HashMap<>(facts);
    more.put(name, value);
    return new ExprScope(p, more);
  }

  long evaluate(String text) {
    return Expr.parse(text).evaluate(this);
  }

  @Override
  public StructValue constant(String parameter) {
    if (!parameter.equals("p")) {
      throw new IllegalArgumentException("no constant " + parameter);
    }
    return p;
  }

  @Override
  public long fact(String name) {
    Long value = facts.get(name);
    if (value == null) {
      throw new IllegalArgumentException("no fact " + name);
    }
    return value;
  }
}
