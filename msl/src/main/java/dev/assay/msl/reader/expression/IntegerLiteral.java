package dev.assay.msl.reader.expression;

import org.jspecify.annotations.Nullable;

/** Values of integer and character literals. */
public final class IntegerLiteral {

  private IntegerLiteral() {}

  /** The value of an integer literal of any base, with separators and suffix; null for a float or malformed one. */
  public static @Nullable Long parse(String literal) {
    String text = literal.indexOf('\'') < 0 ? literal : literal.replace("'", "");
    int end = text.length();
    while (end > 1 && "uUlLzZ".indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    String digits = text.substring(0, end);
    int base = 10;
    if (digits.startsWith("0x") || digits.startsWith("0X")) {
      base = 16;
      digits = digits.substring(2);
    } else if (digits.startsWith("0b") || digits.startsWith("0B")) {
      base = 2;
      digits = digits.substring(2);
    } else if (digits.length() > 1 && digits.charAt(0) == '0') {
      base = 8;
      digits = digits.substring(1);
    }
    try {
      return digits.isEmpty() || digits.charAt(0) == '+' || digits.charAt(0) == '-'
          ? null
          : Long.valueOf(Long.parseUnsignedLong(digits, base));
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** The value of a character literal with one plain or simply escaped character, else null. */
  public static @Nullable Long parseCharacter(String literal) {
    if (literal.length() == 3 && literal.charAt(0) == '\'' && literal.charAt(1) != '\\') {
      return (long) literal.charAt(1);
    }
    if (literal.length() == 4 && literal.startsWith("'\\")) {
      return switch (literal.charAt(2)) {
        case 'n' -> (long) '\n';
        case 't' -> (long) '\t';
        case 'r' -> (long) '\r';
        case '0' -> 0L;
        case '\\', '\'', '"' -> (long) literal.charAt(2);
        default -> null;
      };
    }
    return null;
  }
}
