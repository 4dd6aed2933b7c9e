package dev.assay.msl.compiler;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Walks namespaces, classes and functions of preprocessed MSL and notes its {@link Outline}. */
final class OutlineScanner {
  private static final Set<String> CLASS_KEYS = Set.of("struct", "class", "union");
  static final Set<String> ADDRESS_SPACES =
      Set.of("device", "constant", "thread", "threadgroup", "threadgroup_imageblock", "ray_data",
          "object_data");

  /** Scopes nested deeper stay as they are. */
  private static final int DEEPEST = 100;

  private final TokenStream in;
  private int depth;
  private final Outline outline = new Outline();
  private final Map<String, Set<String>> seen = new HashMap<>();

  private OutlineScanner(TokenStream in) {
    this.in = in;
  }

  static Outline scan(TokenStream in) {
    OutlineScanner scanner = new OutlineScanner(in);
    scanner.scope(0, in.size(), "", false);
    for (int i = 0; i + 2 < in.size(); i++) {
      if (in.is(i, "is_function_constant_defined") && in.isIdentifier(i + 2)) {
        scanner.outline.asked.add(in.get(i + 2).text());
      }
    }
    return scanner.outline;
  }

  /** Declarations one after the other; {@code path} is the qualified name so far. */
  private void scope(int from, int to, String path, boolean isClass) {
    if (depth > DEEPEST) {
      return;
    }
    depth++;
    declarations(from, to, path, isClass);
    depth--;
  }

  private void declarations(int from, int to, String path, boolean isClass) {
    int at = from;
    while (at < to) {
      int end = declarationEnd(at, to);
      declaration(at, end, path, isClass);
      at = Math.max(end, at + 1);
    }
  }

  /** The index after the declaration: past its semicolon, or past the body that ends it. */
  private int declarationEnd(int from, int to) {
    boolean sawParentheses = false;
    boolean isClass = false;
    boolean assigned = false;
    for (int i = from; i < to; i++) {
      Token token = in.get(i);
      if (token.isIdentifier()) {
        isClass |= !sawParentheses && (CLASS_KEYS.contains(token.text()) || token.is("enum"));
        continue;
      }
      switch (token.text()) {
        case "<" -> {
          if (i > from && in.opensAngles(i) && !assigned) {
            i = Math.max(i, in.afterAngles(i, to) - 1);
            if (i >= to - 1 && !in.is(i, ">")) {
              return to;
            }
          }
        }
        case "=" -> assigned |= in.isAssignment(i);
        case "(" -> {
          sawParentheses |= !in.is(i - 1, "alignas") && !in.is(i - 1, "__attribute__");
          i = Math.min(in.partner(i), to);
        }
        case "[" -> i = Math.min(in.partner(i), to);
        case "{" -> {
          int close = Math.min(in.partner(i), to);
          boolean ends = !isClass && !assigned && endsWithBody(from, i, close, sawParentheses);
          if (ends) {
            return Math.min(close + 1, to);
          }
          i = close;
        }
        case ";" -> {
          return i + 1;
        }
        case ":" -> {
          // An access label, not a base clause or a constructor's initialisers.
          if (i == from + 1) {
            return i + 1;
          }
        }
        default -> {}
      }
    }
    return to;
  }

  private boolean endsWithBody(int from, int brace, int close, boolean sawParentheses) {
    if (in.is(from, "namespace") || in.is(from, "extern") || in.is(from + 1, "namespace")) {
      return true;
    }
    if (!sawParentheses) {
      return false;
    }
    // In `: a{x}, b{y} { … }` a brace after a name is an initialiser unless nothing follows it.
    boolean initialiser = in.isIdentifier(brace - 1) && inInitialisers(from, brace);
    return !initialiser || !(in.is(close + 1, ",") || in.is(close + 1, "{"));
  }

  private boolean inInitialisers(int from, int brace) {
    for (int i = from; i < brace; i++) {
      if (in.is(i, "(")) {
        i = Math.min(in.partner(i), brace);
      } else if (in.is(i, ":")) {
        return true;
      }
    }
    return false;
  }

  private void declaration(int from, int end, String path, boolean isClass) {
    int at = skipAttributes(from, end);
    if (in.is(at, "inline") && in.is(at + 1, "namespace")) {
      at++;
    }
    if (in.is(at, "namespace") || (in.is(at, "extern") && in.is(at + 2, "{"))) {
      int brace = find("{", at, end);
      if (brace < end) {
        String name =
            in.is(at, "extern") || in.is(at + 1, "{") ? "" : in.text(at + 1, brace) + "::";
        scope(brace + 1, in.partner(brace), path + name, false);
      }
      return;
    }
    boolean template = false;
    while (in.is(at, "template") && in.is(at + 1, "<")) {
      template = true;
      at = skipAttributes(in.afterAngles(at + 1, end), end);
    }
    boolean instantiation = in.is(at, "template");
    int brace = bodyBrace(at, end);
    noteClone(from, end, brace, path);
    if (brace < end && isClassDefinition(at, brace)) {
      classBody(at, brace, path);
      return;
    }
    function(from, at, end, brace, path, template, instantiation);
    if (brace >= end || !in.is(brace, "{")) {
      variable(from, at, end, isClass);
    }
  }

  private void classBody(int at, int brace, String path) {
    String name = "";
    for (int i = at; i < brace && !in.is(i, ":"); i++) {
      if (in.is(i, "[") || in.is(i, "(")) {
        i = Math.min(in.partner(i), brace);
      } else if (in.isIdentifier(i) && !in.is(i, "alignas")) {
        name = in.get(i).text();
      } else if (in.is(i, "<")) {
        break;
      }
    }
    scope(brace + 1, in.partner(brace), path + name + "@" + at + "::", true);
  }

  private boolean isClassDefinition(int at, int brace) {
    for (int i = at; i < brace; i++) {
      if (in.is(i, "(") && !in.is(i - 1, "alignas") && !in.is(i - 1, "__attribute__")) {
        return false;
      }
      if (in.isAssignment(i)) {
        return false;
      }
      if (in.isIdentifier(i) && CLASS_KEYS.contains(in.get(i).text())) {
        return true;
      }
    }
    return false;
  }

  /** The brace that opens a body, skipping parameter lists and brace initialisers. */
  private int bodyBrace(int at, int end) {
    for (int i = at; i < end; i++) {
      switch (in.get(i).text()) {
        case "(", "[" -> i = Math.min(in.partner(i), end);
        case "=" -> {
          if (in.isAssignment(i)) {
            return end;
          }
        }
        case "{" -> {
          int close = in.partner(i);
          if (close >= end - 2 || !(in.is(close + 1, ",") || in.is(close + 1, "{"))) {
            return i;
          }
          i = close;
        }
        default -> {}
      }
    }
    return end;
  }

  private void noteClone(int from, int end, int brace, String path) {
    StringBuilder signature = new StringBuilder();
    boolean spaced = false;
    int stop = Math.min(brace, end);
    for (int i = from; i < stop; i++) {
      Token token = in.get(i);
      if (in.isAttributeStart(i)) {
        i = in.partner(i);
        continue;
      }
      if (token.is(":") && (in.is(i - 1, ")") || ADDRESS_SPACES.contains(in.get(i - 1).text()))) {
        break;
      }
      if (ADDRESS_SPACES.contains(token.text())) {
        spaced = true;
        signature.append(token.is("constant") && !in.isMemberQualifier(i) ? "const " : "");
      } else {
        signature.append(token.text()).append(' ');
      }
    }
    String key = signature.toString().replace("const const ", "const ");
    if (key.isBlank() || !(brace < end || key.contains("("))) {
      return;
    }
    boolean first =
        seen.computeIfAbsent(path, p -> new HashSet<>()).add((brace < end ? "{" : ";") + key);
    if (!first && spaced && (brace < end || path.contains("@"))) {
      outline.clones.add(new int[] {from, end});
    }
  }

  private void function(
      int from, int at, int end, int brace, String path, boolean template, boolean instantiation) {
    int open = declaratorParenthesis(at, end);
    boolean kernel = isKernel(from, Math.min(open, end));
    if (instantiation) {
      if (kernel || hasHostName(from, end)) {
        instantiation(from, at, end, open, path);
      }
      return;
    }
    if (open >= end || !(in.isIdentifier(open - 1) || in.is(open - 1, ">"))) {
      if (brace < end && open < end) {
        noteBody("operator", brace, end);
      }
      return;
    }
    String name = in.get(open - 1).text();
    if (brace < end) {
      noteBody(name, brace, end);
    }
    if (kernel && brace < end) {
      noteBody(name, open, brace);
      outline.kernels.add(
          new Outline.Kernel(path, name, template, hostName(from, open), parameters(open),
              open - 1, brace, in.partner(brace) + 1));
    }
  }

  private void noteBody(String name, int brace, int end) {
    Set<String> identifiers = new HashSet<>();
    for (int i = brace; i < end; i++) {
      if (in.isIdentifier(i)) {
        identifiers.add(in.get(i).text());
      }
    }
    outline.addBody(name, identifiers);
  }

  /** The parenthesis that opens the parameter list. */
  private int declaratorParenthesis(int at, int end) {
    for (int i = at; i < end; i++) {
      if (in.isAttributeStart(i)) {
        i = in.partner(i);
      } else if (in.opensAngles(i)) {
        i = Math.max(i, in.afterAngles(i, end) - 1);
      } else if (in.is(i, "(") && in.is(i - 1, "operator") && in.is(i + 1, ")")) {
        i++;
      } else if (in.is(i, "(")) {
        boolean specifier =
            in.is(i - 1, "decltype") || in.is(i - 1, "alignas") || in.is(i - 1, "__attribute__");
        if (!specifier) {
          return i;
        }
        i = in.partner(i);
      } else if (in.isAssignment(i) || in.is(i, "{")) {
        return end;
      }
    }
    return end;
  }

  private boolean isKernel(int from, int to) {
    for (int i = from; i < to; i++) {
      if (in.is(i, "kernel")) {
        return true;
      }
    }
    return false;
  }

  private boolean hasHostName(int from, int end) {
    for (int i = from; i < end && !in.is(i, "("); i++) {
      if (in.is(i, "host_name")) {
        return true;
      }
    }
    return false;
  }

  private void instantiation(int from, int at, int end, int open, String path) {
    int close = open < end ? open : end - 1;
    int last = close - 1;
    int argumentsStart = close;
    if (in.is(last, ">")) {
      int depth = 0;
      for (int i = last; i > at; i--) {
        if (in.is(i, ")") || in.is(i, "]")) {
          i = Math.min(i, in.partner(i));
        } else if (in.is(i, ">")) {
          depth++;
        } else if (in.is(i, "<") && --depth == 0) {
          argumentsStart = i;
          break;
        }
      }
    }
    int name = argumentsStart - 1;
    while (in.is(name - 1, "::")) {
      name -= 2;
    }
    int count = open < end ? parameters(open).size() : -1;
    String template = in.get(argumentsStart - 1).text();
    if (outline.kernels.stream().noneMatch(k -> k.template() && k.name().equals(template))) {
      // Nothing to instantiate: the compiler says so better than we could.
      return;
    }
    outline.instantiations.add(
        new Outline.Instantiation(path, in.text(name, argumentsStart),
            in.text(argumentsStart, close),
            hostName(from, close), count));
    outline.instantiationSpans.add(new int[] {from, end});
  }

  private @Nullable String hostName(int from, int to) {
    for (int i = from; i + 2 < to; i++) {
      if (in.is(i, "host_name") && in.is(i + 1, "(")) {
        StringBuilder name = new StringBuilder();
        for (int k = i + 2; k < in.partner(i + 1); k++) {
          String literal = in.get(k).text();
          if (literal.length() >= 2 && literal.charAt(0) == '"') {
            name.append(literal, 1, literal.length() - 1);
          }
        }
        return name.toString();
      }
    }
    return null;
  }

  private List<Outline.Parameter> parameters(int open) {
    List<Outline.Parameter> parameters = new ArrayList<>();
    int close = in.partner(open);
    int start = open + 1;
    for (int i = start; i <= close && close < in.size(); i++) {
      if (i == close || in.is(i, ",")) {
        if (i > start && !(i == start + 1 && in.is(start, "void"))) {
          parameters.add(ParameterParser.parse(in, start, i));
        }
        start = i + 1;
      } else if (in.is(i, "(") || in.is(i, "[") || in.is(i, "{")) {
        i = in.partner(i);
      } else if (in.is(i, "<") && in.isIdentifier(i - 1)) {
        i = Math.max(i, in.afterAngles(i, close) - 1);
      }
    }
    return parameters;
  }

  /** Notes function constants and, in classes, the names of data members. */
  private void variable(int from, int at, int end, boolean isClass) {
    for (int i = at; i < end; i++) {
      if (in.isAttributeStart(i) && in.is(i + 2, "function_constant")
          && in.is(i + 3, "(")) {
        int close = in.partner(i);
        int index = ConstantExpression.evaluate(in, i + 4, in.partner(i + 3));
        outline.constants.add(
            new Outline.Constant(in.get(i - 1).text(), index, typeText(from, i - 1), i, close + 1));
        return;
      }
      if (in.is(i, "(")) {
        return;
      }
      if (!isClass && in.is(i, "=") && in.isIdentifier(i - 1)) {
        noteBody(in.get(i - 1).text(), i, end);
        return;
      }
      boolean declared = in.is(i + 1, ";") || in.is(i + 1, ",") || in.is(i + 1, "[")
          || in.is(i + 1, "=");
      if (isClass && declared && in.isIdentifier(i)) {
        outline.members.add(in.get(i).text());
      }
    }
  }

  private String typeText(int from, int to) {
    StringBuilder type = new StringBuilder();
    for (int i = from; i < to; i++) {
      String word = in.get(i).text();
      if (!ADDRESS_SPACES.contains(word) && !word.equals("const") && !word.equals("static")) {
        type.append(word);
      }
    }
    return type.toString();
  }

  private int skipAttributes(int from, int end) {
    int at = from;
    while (at < end && in.isAttributeStart(at)) {
      at = in.partner(at) + 1;
    }
    return at;
  }

  private int find(String text, int from, int to) {
    int at = from;
    while (at < to && !in.is(at, text)) {
      at++;
    }
    return at;
  }
}
