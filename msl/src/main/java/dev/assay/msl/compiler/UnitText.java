package dev.assay.msl.compiler;

import dev.assay.msl.reader.syntax.TokenSpan;
import dev.assay.msl.reader.text.SourcePosition;
import dev.assay.msl.reader.text.Token;
import dev.assay.msl.reader.text.TokenKind;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * A translation unit printed for clang. Line markers give debug information the author's lines; for
 * diagnostics, which want columns too, each place of the text leads back to the token printed there.
 */
final class UnitText {
  /** Past so many empty lines a marker is shorter. */
  private static final int MOST_NEWLINES = 8;

  private static final SourcePosition NOWHERE = new SourcePosition("", 0, 0);

  private final TokenSpan in;
  private final StringBuilder out = new StringBuilder();
  private int[] lineStarts = new int[64];
  private int lines = 1;

  /** Offsets in the output at which tokens were printed, ascending, and which those were. */
  private final int[] offsets;
  private final int[] tokens;
  private int printed;
  private final TreeMap<Integer, SourcePosition> appended = new TreeMap<>();

  private String part = "";
  private int line;

  private UnitText(TokenSpan in) {
    this.in = in;
    this.offsets = new int[in.size()];
    this.tokens = new int[in.size()];
  }

  /**
   * Prints all tokens, each as the edits say.
   *
   * @param head text in front of the first line
   */
  static UnitText print(TokenSpan in, TokenEdits edits, String head) {
    UnitText unit = new UnitText(in);
    unit.write(head);
    int before = -1;
    for (int i = 0; i < in.size(); i++) {
      String own = in.get(i).text();
      String text = edits.text(i, in.isPragma(i) ? unrollHint(own) : own);
      if (!text.isEmpty()) {
        boolean joined = before == i - 1 && before >= 0 && !edits.has(i) && !edits.has(before)
            && joins(in.get(before), in.get(i));
        unit.write(i, text, joined);
        before = i;
      }
    }
    return unit;
  }

  private void write(int i, String text, boolean joined) {
    Token token = in.get(i);
    boolean directive = text.startsWith("#");
    if (directive && out.length() > lineStarts[lines - 1]) {
      write("\n");
      part = "";
    }
    goTo(token);
    if (!joined) {
      pad(token.column());
    }
    offsets[printed] = out.length();
    tokens[printed++] = i;
    write(text);
    if (directive) {
      write("\n");
      part = "";
    }
  }

  /** Adds text that the author did not write; what clang says of it is said of {@code position}. */
  void append(String text, SourcePosition position) {
    write("\n# 1 \"assay-entries\"\n");
    appended.put(out.length(), position);
    write(text);
  }

  String text() {
    return out.toString();
  }

  /** Where in the author's text the place of the printed text comes from, counted from 1. */
  SourcePosition position(int printedLine, int printedColumn) {
    int at = lineStarts[Math.clamp(printedLine - 1, 0, lines - 1)] + Math.max(0, printedColumn - 1);
    Map.Entry<Integer, SourcePosition> own = appended.floorEntry(at);
    if (own != null) {
      return own.getValue();
    }
    int found = Arrays.binarySearch(offsets, 0, printed, at);
    int index = found >= 0 ? found : -found - 2;
    return index < 0 ? NOWHERE : in.get(tokens[index]).position();
  }

  /** Unroll counts may be macros or names of the text; clang takes neither here, so the hint alone stays. */
  private static String unrollHint(String pragma) {
    String words = pragma.replaceAll("\\s+", " ");
    boolean named =
        words.startsWith("#pragma unroll") && words.substring(14).matches(".*[A-Za-z].*");
    return named ? "#pragma unroll" : pragma;
  }

  /** Whether no space may come between two tokens, as in {@code >>}, or none is needed. */
  private static boolean joins(Token left, Token right) {
    boolean words =
        left.kind() != TokenKind.PUNCTUATOR && right.kind() != TokenKind.PUNCTUATOR;
    if (right.spaceBefore() || words) {
      return false;
    }
    boolean adjacent = !left.fromMacro() && !right.fromMacro() && left.end() == right.offset()
        && left.part().name().equals(right.part().name());
    return adjacent || (left.is(">") && right.text().startsWith(">"));
  }

  private void goTo(Token token) {
    boolean here = token.part().name().equals(part);
    int ahead = token.line() - line;
    if (!here || ahead < 0 || ahead > MOST_NEWLINES) {
      String name = token.part().name().replace("\\", "\\\\").replace("\"", "\\\"");
      write("\n# " + token.line() + " \"" + name.replace("\n", " ") + "\"\n");
    } else {
      write("\n".repeat(ahead));
    }
    part = token.part().name();
    line = token.line();
  }

  private void pad(int column) {
    int written = out.length() - lineStarts[lines - 1];
    out.repeat(' ', Math.max(column - 1 - written, written > 0 ? 1 : 0));
  }

  private void write(String text) {
    int from = 0;
    for (int at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
      out.append(text, from, at + 1);
      if (lines == lineStarts.length) {
        lineStarts = Arrays.copyOf(lineStarts, lines * 2);
      }
      lineStarts[lines++] = out.length();
      from = at + 1;
    }
    out.append(text, from, text.length());
  }
}
