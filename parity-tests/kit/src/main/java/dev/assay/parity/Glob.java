package dev.assay.parity;

import java.util.regex.Pattern;

/** A pattern for names: {@code *} stands for any text, {@code ?} for one character. */
final class Glob {
  private final Pattern pattern;

  Glob(String text) {
    StringBuilder expression = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      switch (each) {
        case '*' -> expression.append(".*");
        case '?' -> expression.append('.');
        default -> expression.append(Pattern.quote(String.valueOf(each)));
      }
    }
    this.pattern = Pattern.compile(expression.toString(), Pattern.DOTALL);
  }

  boolean fits(String name) {
    return pattern.matcher(name).matches();
  }
}
