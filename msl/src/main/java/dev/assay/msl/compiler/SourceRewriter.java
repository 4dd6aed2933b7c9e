package dev.assay.msl.compiler;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Turns preprocessed MSL into C++ that clang accepts beside our header, line by line in place.
 *
 * <p>Address spaces are dropped: every pointer is generic, and what differs by address space alone
 * is kept once. Threadgroup arrays become references into the group's memory, attributes go,
 * function constants get their values, swizzles become calls, and literals get the type that MSL
 * gives them.
 */
final class SourceRewriter {
  private static final Set<String> ASSIGNMENTS =
      Set.of("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=");
  private static final Set<String> KEPT_ATTRIBUTES =
      Set.of("fallthrough", "maybe_unused", "nodiscard", "likely", "unlikely", "clang");

  private final TokenStream in;
  private final Outline outline;
  private final Map<Integer, String> constantValues;
  private final TextEdits edits = new TextEdits();
  private int arrays;

  private SourceRewriter(TokenStream in, Outline outline, Map<Integer, String> constantValues) {
    this.in = in;
    this.outline = outline;
    this.constantValues = constantValues;
  }

  /**
   * @param constantValues C++ text of each function constant given, by index
   * @param coroutine the kernel that becomes a coroutine, if one does
   */
  static String rewrite(
      TokenStream in,
      Outline outline,
      Map<Integer, String> constantValues,
      Optional<Outline.Kernel> coroutine) {
    SourceRewriter rewriter = new SourceRewriter(in, outline, constantValues);
    coroutine.ifPresent(rewriter::makeCoroutine);
    return rewriter.run();
  }

  /** A kernel that waits by suspending: its barriers are awaited, and it returns its frame. */
  private void makeCoroutine(Outline.Kernel kernel) {
    for (int i = kernel.declarator() - 1; i >= 0; i--) {
      if (in.is(i, "void")) {
        edits.replace(in.get(i).start(), in.get(i).end(), "msl::task");
        break;
      }
    }
    for (int i = kernel.bodyStart(); i < kernel.bodyEnd(); i++) {
      Token token = in.get(i);
      if (token.is("return")) {
        edits.replace(token.start(), token.end(), "co_return");
      } else if (token.is("threadgroup_barrier")) {
        int start = in.is(i - 1, "::") ? in.get(i - 2).start() : token.start();
        edits.replace(start, token.end(), "co_await msl::coroutine_barrier");
      }
    }
  }

  private String run() {
    for (int[] span : outline.clones) {
      blank(span[0], span[1]);
    }
    for (int[] span : outline.instantiationSpans) {
      blank(span[0], span[1]);
    }
    for (Outline.Constant constant : outline.constants) {
      String value = constantValues.getOrDefault(constant.index(), "{}");
      edits.replace(
          in.get(constant.attributeStart()).start(),
          in.get(constant.attributeEnd() - 1).end(),
          "= " + value);
    }
    for (int i = 0; i < in.size(); i++) {
      i = token(i);
    }
    return edits.apply(in.text());
  }

  private int token(int i) {
    Token token = in.get(i);
    switch (token.kind()) {
      case NUMBER -> literal(token);
      case IDENTIFIER -> {
        return word(i);
      }
      case PUNCTUATION -> {
        if (in.isAttributeStart(i)) {
          return attribute(i);
        }
      }
      case LITERAL -> {}
    }
    return i;
  }

  private int attribute(int i) {
    int close = in.partner(i);
    if (close >= in.size()) {
      return i;
    }
    if (!KEPT_ATTRIBUTES.contains(in.get(i + 2).text())) {
      blank(i, close + 1);
    }
    return close;
  }

  private int word(int i) {
    Token token = in.get(i);
    switch (token.text()) {
      case "kernel", "device", "thread", "threadgroup_imageblock", "ray_data", "object_data" -> {
        if (!in.is(i - 1, ".") && !in.is(i - 1, "->")) {
          blank(i, i + 1);
        }
      }
      case "vertex", "fragment" -> {
        if (startsDeclaration(i) && in.isIdentifier(i + 1)) {
          blank(i, i + 1);
        }
      }
      case "constant" -> {
        if (in.isMemberQualifier(i)) {
          blank(i, i + 1);
        } else {
          edits.replace(token.start(), token.end(), "const");
        }
      }
      case "threadgroup" -> {
        return threadgroup(i);
      }
      case "is_function_constant_defined" -> constantDefined(i);
      default -> swizzle(i);
    }
    return i;
  }

  private boolean startsDeclaration(int i) {
    return i == 0 || in.is(i - 1, ";") || in.is(i - 1, "}") || in.is(i - 1, "{")
        || in.is(i - 1, ">") || in.is(i - 1, "]") || in.is(i - 1, "static")
        || in.is(i - 1, "inline") || in.is(i - 1, ")");
  }

  private void constantDefined(int i) {
    if (!in.is(i + 1, "(")) {
      return;
    }
    int close = in.partner(i + 1);
    String name = in.text(i + 2, close);
    boolean defined =
        outline.constants.stream()
            .anyMatch(c -> c.name().equals(name) && constantValues.containsKey(c.index()));
    edits.replace(
        in.get(i).start(), in.get(Math.min(close, in.size() - 1)).end(), String.valueOf(defined));
  }

  /** An array or variable of the threadgroup, or only an address space in a type. */
  private int threadgroup(int i) {
    int end = declarationEnd(i);
    if (end < 0) {
      blank(i, i + 1);
      return i;
    }
    int typeStart = i + 1;
    int name = end;
    for (int k = typeStart; k < end; k++) {
      if (in.is(k, "<") && in.isIdentifier(k - 1)) {
        k = in.afterAngles(k, end) - 1;
      } else if (in.is(k, "[") || in.is(k, ",") || in.is(k, "=")) {
        name = k;
        break;
      }
    }
    if (name - 1 <= typeStart) {
      blank(i, i + 1);
      return i;
    }
    String type = in.text(typeStart, name - 1).replaceAll("\\b(volatile|static|const)\\b", "");
    // The statement ahead is an error outside of functions, where MSL allows no such variable.
    StringBuilder out = new StringBuilder("(void)0; ");
    int at = name - 1;
    while (at < end) {
      int stop = at + 1;
      while (stop < end && !in.is(stop, ",")) {
        stop = in.is(stop, "[") || in.is(stop, "(") || in.is(stop, "{")
            ? in.partner(stop) + 1
            : stop + 1;
      }
      int extents = at + 1;
      int afterExtents = extents;
      while (afterExtents < stop && in.is(afterExtents, "[")) {
        afterExtents = in.partner(afterExtents) + 1;
      }
      int array = arrays++;
      out.append("struct msl_array_").append(array).append(" {}; auto& ").append(in.get(at).text());
      out.append(" = msl::threadgroup_variable<msl_array_").append(array).append(", ").append(type);
      out.append(in.text(extents, afterExtents)).append(">();");
      at = stop + 1;
    }
    int start = in.is(i - 1, "static") ? i - 1 : i;
    edits.replace(in.get(start).start(), in.get(end).end(), out + newlines(start, end));
    return end;
  }

  private String newlines(int from, int to) {
    String span = in.text().substring(in.get(from).start(), in.get(to).end());
    return span.contains("\n#")
        ? ""
        : "\n".repeat((int) span.chars().filter(c -> c == '\n').count());
  }

  /** The semicolon of a variable's declaration that begins here, or -1 where it is none. */
  private int declarationEnd(int i) {
    boolean begins = i == 0 || in.is(i - 1, ";") || in.is(i - 1, "{") || in.is(i - 1, "}")
        || in.is(i - 1, ":") || in.is(i - 1, "static") || in.is(i - 1, "]")
        || (in.is(i - 1, ")") && in.is(beforeParenthesis(i - 1), "alignas"));
    if (!begins) {
      return -1;
    }
    for (int k = i + 1; k < in.size(); k++) {
      switch (in.get(k).text()) {
        case "*", "&", "(", "{", "}" -> {
          return -1;
        }
        case "<" -> k = Math.max(k, in.afterAngles(k, in.size()) - 1);
        case "[" -> k = in.partner(k);
        case "=" -> {
          return find(";", k);
        }
        case ";" -> {
          return k;
        }
        default -> {}
      }
    }
    return -1;
  }

  private int beforeParenthesis(int close) {
    int open = in.partner(close);
    return open >= in.size() ? -1 : open - 1;
  }

  private int find(String text, int from) {
    for (int k = from; k < in.size(); k++) {
      if (in.is(k, text)) {
        return k;
      }
    }
    return -1;
  }

  private void swizzle(int i) {
    Token token = in.get(i);
    String letters = token.text();
    boolean member = in.is(i - 1, ".") || in.is(i - 1, "->");
    if (!member || letters.length() < 2 || letters.length() > 4 || in.is(i + 1, "(")
        || outline.members.contains(letters)) {
      return;
    }
    StringBuilder lanes = new StringBuilder();
    for (int k = 0; k < letters.length(); k++) {
      int lane = "xyzw".indexOf(letters.charAt(k));
      lane = lane < 0 ? "rgba".indexOf(letters.charAt(k)) : lane;
      if (lane < 0) {
        return;
      }
      lanes.append(k == 0 ? "" : ", ").append(lane);
    }
    boolean assigned = i + 1 < in.size() && ASSIGNMENTS.contains(in.get(i + 1).text());
    edits.replace(
        token.start(), token.end(),
        "template swz" + (assigned ? "_ref" : "") + "<" + lanes + ">()");
  }

  /** MSL has no double: a literal without suffix is a float; {@code h} and {@code bf} are its own. */
  private void literal(Token token) {
    String text = token.text();
    boolean hexadecimal = text.startsWith("0x") || text.startsWith("0X");
    int exponent = hexadecimal ? Math.max(text.indexOf('p'), text.indexOf('P')) : -1;
    boolean floating =
        hexadecimal
            ? exponent > 0
            : text.indexOf('.') >= 0 || text.indexOf('e') >= 0 || text.indexOf('E') >= 0;
    char last = text.charAt(text.length() - 1);
    if (text.endsWith("bf") && !hexadecimal) {
      edits.replace(
          token.start(), token.end(), "bfloat(" + text.substring(0, text.length() - 2) + "f)");
    } else if ((last == 'h' || last == 'H') && (floating || !hexadecimal)) {
      String digits = text.substring(0, text.length() - 1);
      edits.replace(token.start(), token.end(), (floating ? digits : digits + ".0") + "f16");
    } else if (floating && ((last >= '0' && last <= '9') || last == '.')) {
      edits.insert(token.end(), "f");
    }
  }

  private void blank(int from, int to) {
    edits.blank(in.text(), in.get(from).start(), in.get(Math.min(to, in.size()) - 1).end());
  }

}
