package dev.assay.backend.metal.host;

import dev.assay.backend.metal.driver.FunctionConstantValue;
import dev.assay.msl.reader.model.FunctionConstant;
import dev.assay.msl.reader.model.MslKernel;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problems;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Judges the values of function constants against those that a kernel uses. */
final class ConstantRules {
  private ConstantRules() {}

  /**
   * The values by name, as the compiler takes them.
   *
   * @throws InvalidCallException naming every constant that is missing, unknown, doubled or of another type
   */
  static Map<String, Object> values(MslKernel kernel, List<FunctionConstantValue> given,
      Place place) {
    Problems problems = new Problems(place::describe);
    Map<String, Object> values = new HashMap<>();
    Set<Integer> seen = new HashSet<>();
    for (FunctionConstantValue each : given) {
      FunctionConstant declared = kernel.constants()
          .stream()
          .filter(constant -> constant.index() == each.index())
          .findFirst()
          .orElse(null);
      if (!seen.add(each.index())) {
        problems.add(MetalRule.CONSTANT_DOUBLED
            .problem("function constant " + each.index() + " ('" + each.name()
                + "') is given twice"));
      } else if (declared == null || !declared.name().equals(each.name())) {
        problems.add(MetalRule.CONSTANT_UNKNOWN
            .problem("kernel '" + kernel.name() + "' does not use a function constant '"
                + each.name() + "' of index " + each.index())
            .expected(used(kernel), each.name() + " (" + each.index() + ")"));
      } else if (!typeOf(each.value()).equals(declared.type().text())) {
        problems.add(MetalRule.CONSTANT_TYPE
            .problem("function constant '" + each.name() + "' has a value of another type")
            .expected(declared.type().text(), typeOf(each.value())));
      } else {
        values.put(each.name(), value(each.value()));
      }
    }
    for (FunctionConstant constant : kernel.constants()) {
      if (!constant.optional() && !seen.contains(constant.index())) {
        problems.add(MetalRule.CONSTANT_MISSING.problem("function constant '" + constant.name()
            + "' (index " + constant.index() + ", " + constant.type().text() + ") of kernel '"
            + kernel.name() + "' has no value"));
      }
    }
    problems.throwIfAny(InvalidCallException::new);
    return values;
  }

  private static String used(MslKernel kernel) {
    List<String> names = kernel.constants()
        .stream()
        .map(constant -> constant.name() + " (" + constant.index() + ")")
        .toList();
    return names.isEmpty() ? "none" : String.join(", ", names);
  }

  private static String typeOf(StructValue value) {
    return value.layout().toString();
  }

  private static Object value(StructValue value) {
    DType type = value.layout().fields().getFirst().dtype();
    if (type.isFloat()) {
      return (float) value.getDouble("");
    }
    long bits = value.getLong("");
    if (type == DType.BOOL) {
      return bits != 0;
    }
    return bits < 0 && type.minLong() == 0
        ? BigInteger.valueOf(bits).add(BigInteger.ONE.shiftLeft(Long.SIZE))
        : BigInteger.valueOf(bits);
  }
}
