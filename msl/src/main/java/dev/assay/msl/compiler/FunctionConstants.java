package dev.assay.msl.compiler;

import dev.assay.msl.MslCodes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
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
  private static final Map<String, String> ALIASES =
      Map.of(
          "int8_t", "char", "uint8_t", "uchar", "int16_t", "short", "uint16_t", "ushort",
          "int32_t", "int", "uint32_t", "uint", "int64_t", "long", "uint64_t", "ulong", "size_t",
          "ulong", "unsigned", "uint");

  private FunctionConstants() {}

  /**
   * The text of each value by the constant's index.
   *
   * @param needed names that the kernel reaches; others may be left out
   * @throws InvalidCallException naming every constant that is missing, unknown or of another type
   */
  static Map<Integer, String> texts(
      Outline outline, Set<String> needed, Map<String, Object> values, String where) {
    Problems problems = new Problems(where);
    Map<Integer, String> texts = new TreeMap<>();
    Map<String, Object> rest = new LinkedHashMap<>(values);
    for (Outline.Constant constant : outline.constants) {
      String byName = constant.name();
      String byIndex = Integer.toString(constant.index());
      Object value = rest.containsKey(byName) ? rest.remove(byName) : rest.remove(byIndex);
      if (value != null) {
        String text = text(constant.type(), value);
        if (text == null) {
          problems.add(
              Problem.of(MslCodes.CONSTANT_INVALID, "function constant '" + byName
                  + "' has a value of another type")
                  .expected(constant.type(), value.getClass().getSimpleName() + " " + value));
        } else {
          texts.put(constant.index(), text);
        }
      } else if (needed.contains(byName) && !outline.asked.contains(byName)) {
        problems.add(
            Problem.of(MslCodes.CONSTANT_INVALID, "function constant '" + byName
                + "' (index " + constant.index() + ", " + constant.type() + ") has no value"));
      }
    }
    for (String name : rest.keySet()) {
      problems.add(
          Problem
              .of(MslCodes.CONSTANT_INVALID, "the source has no function constant '" + name + "'")
              .expected(
                  String.join(", ", NearestNames.of(name,
                      outline.constants.stream().map(Outline.Constant::name).toList())),
                  name));
    }
    problems.throwIfAny(InvalidCallException::new);
    return texts;
  }

  private static @Nullable String text(String declared, Object value) {
    String type = declared.replace("metal::", "");
    type = ALIASES.getOrDefault(type, type);
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
