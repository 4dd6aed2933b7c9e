package dev.assay.msl.compiler;

import dev.assay.msl.reader.syntax.TokenRange;
import dev.assay.msl.reader.syntax.TokenSpan;

/** Turns the arrays and variables that functions declare in threadgroup memory into references. */
final class ThreadgroupVariables {
  private final TokenSpan in;
  private final TokenEdits edits;
  private int count;

  ThreadgroupVariables(TokenSpan in, TokenEdits edits) {
    this.in = in;
    this.edits = edits;
  }

  /**
   * Rewrites what the word {@code threadgroup} at {@code i} begins: a declaration of variables, or
   * only an address space in a type.
   *
   * @return the last token rewritten
   */
  int rewrite(int i) {
    int end = declarationEnd(i);
    int name = end < 0 ? -1 : firstName(i + 1, end);
    if (name <= i + 1) {
      edits.replace(i, "");
      return i;
    }
    StringBuilder type = new StringBuilder();
    for (int k = i + 1; k < name; k = isAlignment(k) ? in.after(k + 1) : k + 1) {
      boolean dropped = isAlignment(k) || in.is(k, "volatile") || in.is(k, "static")
          || in.is(k, "const") || in.isPragma(k);
      type.append(dropped ? "" : text(k));
    }
    // The statement ahead is an error outside of functions, where MSL allows no such variable.
    StringBuilder out = new StringBuilder("(void)0; ");
    int at = name;
    while (at < end) {
      int extents = at + 1;
      int afterExtents = extents;
      while (afterExtents < end && in.is(afterExtents, "[")) {
        afterExtents = in.after(afterExtents);
      }
      int array = count++;
      out.append("struct msl_array_").append(array).append(" {}; auto& ").append(in.get(at).text());
      out.append(" = msl::threadgroup_variable<msl_array_").append(array).append(", ").append(type);
      for (int k = extents; k < afterExtents; k++) {
        out.append(in.isAttribute(k) ? "" : text(k));
      }
      out.append(">();");
      at = in.find(at, end, ",") + 1;
    }
    edits.replace(new TokenRange(start(i), end + 1), out.toString());
    return end;
  }

  private String text(int i) {
    return " " + in.get(i).text();
  }

  /** Where the declaration begins, {@code static} and {@code alignas} in front included. */
  private int start(int i) {
    int open = openedBefore(i - 1);
    return in.is(i - 1, "static") ? i - 1 : open >= 0 ? open - 1 : i;
  }

  private int firstName(int from, int end) {
    int at = from;
    while (at < end && !in.is(at, "[") && !in.is(at, ",") && !in.is(at, "=")) {
      at = in.is(at, "(") || in.isArgumentList(at) ? in.after(at) : at + 1;
    }
    return in.isIdentifier(at - 1) ? at - 1 : -1;
  }

  private boolean isAlignment(int i) {
    return in.is(i, "alignas") && in.is(i + 1, "(");
  }

  /** The parenthesis of an {@code alignas} that closes at {@code close}, or -1. */
  private int openedBefore(int close) {
    int depth = 0;
    for (int i = close; i >= 0 && in.is(close, ")"); i--) {
      depth += in.is(i, ")") ? 1 : in.is(i, "(") ? -1 : 0;
      if (depth == 0) {
        return in.is(i - 1, "alignas") ? i : -1;
      }
      if (in.is(i, ";") || in.is(i, "{") || in.is(i, "}")) {
        return -1;
      }
    }
    return -1;
  }

  /** The semicolon of a variable's declaration that begins here, or -1 where it is none. */
  private int declarationEnd(int i) {
    boolean begins = i == 0 || in.is(i - 1, ";") || in.is(i - 1, "{") || in.is(i - 1, "}")
        || in.is(i - 1, ":") || in.is(i - 1, "static") || in.is(i - 1, "]") || in.isPragma(i - 1)
        || openedBefore(i - 1) >= 0;
    if (!begins) {
      return -1;
    }
    int at = i + 1;
    while (at < in.size()) {
      if (in.is(at, "*") || in.is(at, "&") || in.is(at, "(") || in.is(at, "{") || in.is(at, "}")) {
        return -1;
      }
      if (in.is(at, ";") || in.is(at, "=")) {
        int end = in.find(at, in.size(), ";");
        return end < in.size() ? end : -1;
      }
      boolean specifier = isAlignment(at) || in.is(at, "decltype");
      at = specifier ? in.skip(at + 1) : in.skip(at);
    }
    return -1;
  }
}
