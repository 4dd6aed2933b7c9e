package dev.assay.msl.compiler;

import dev.assay.msl.MslCodes;
import dev.assay.msl.reader.model.FunctionConstant;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Turns the values that a host gives for function constants into C++ text of their types. */
final class FunctionConstants {
  private static final Map<String, int[]> INTEGERS =
      Map.of(
          "char", new int[] {8, 1},
          "uchar", new int[] {8, 0},
          "short", new int[] {16, 1},
          "ushort", new int[] {16, 0},
          "int", new int[] {32, 1},
          "uint", new int[] {32, 0},
          "long", new int[] {64, 1},
          "ulong", new int[] {64, 0});
  private FunctionConstants() {}

  /**
   * The text of each value by the constant's name.
   *
   * @param declared all constants of the source
   * @param needed those that the kernel reaches; others may be left out
   * @throws InvalidCallException naming every constant that is missing, unknown or of another type
   */
  static Map<String, String> texts(
      List<FunctionConstant> declared,
      List<FunctionConstant> needed,
      Map<String, Object> values,
      String where) {
    Problems problems = new Problems(where);
    Map<String, String> texts = new TreeMap<>();
    Map<String, Object> rest = new LinkedHashMap<>(values);
    for (FunctionConstant constant : declared) {
      String name = constant.name();
      String byIndex = Integer.toString(constant.index());
      Object value = rest.containsKey(name) ? rest.remove(name) : rest.remove(byIndex);
      String type = constant.type().text();
      if (value != null) {
        String text = text(type, value);
        if (text == null) {
          problems.add(
              Problem.of(MslCodes.CONSTANT_INVALID, "function constant '" + name
                  + "' has a value of another type")
                  .expected(type, value.getClass().getSimpleName() + " " + value));
        } else {
          texts.put(name, text);
        }
      } else if (needed.contains(constant) && !constant.optional()) {
        problems.add(
            Problem.of(MslCodes.CONSTANT_INVALID, "function constant '" + name
                + "' (index " + constant.index() + ", " + type + ") has no value"));
      }
    }
    for (String name : rest.keySet()) {
      problems.add(
          Problem
              .of(MslCodes.CONSTANT_INVALID, "the source has no function constant '" + name + "'")
              .expected(
                  String.join(", ", NearestNames.of(name,
                      declared.stream().map(FunctionConstant::name).toList())),
                  name));
    }
    problems.throwIfAny(InvalidCallException::new);
    return texts;
  }

  private static @Nullable String text(String type, Object value) {
    if (type.equals("bool")) {
      return value instanceof Boolean ? value.toString() : null;
    }
    if (type.equals("float") || type.equals("half") || type.equals("bfloat")) {
      return value instanceof Float f ? type + "(msl::bits_to_float(" + hex(f) + "))" : null;
    }
    int[] form = INTEGERS.get(type);
    if (form == null || value instanceof Float || value instanceof Double
        || !(value instanceof Number given)) {
      return null;
    }
    BigInteger number =
        given instanceof BigInteger big ? big : BigInteger.valueOf(given.longValue());
    BigInteger top = BigInteger.ONE.shiftLeft(form[0] - form[1]);
    BigInteger bottom = form[1] == 1 ? top.negate() : BigInteger.ZERO;
    boolean fits = number.compareTo(bottom) >= 0 && number.compareTo(top) < 0;
    // The smallest long has no literal of its own; a cast of its bits has.
    return fits
        ? type + "(0x"
            + number.and(BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE)).toString(16) + "ul)"
        : null;
  }

  private static String hex(float value) {
    return "0x" + Integer.toHexString(Float.floatToRawIntBits(value)) + "u";
  }
}
