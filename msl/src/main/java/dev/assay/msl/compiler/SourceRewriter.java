package dev.assay.msl.compiler;

import dev.assay.msl.reader.MslModule;
import dev.assay.msl.reader.model.MslKernel;
import dev.assay.msl.reader.syntax.AttributeSyntax;
import dev.assay.msl.reader.syntax.FunctionSyntax;
import dev.assay.msl.reader.syntax.TemplateSyntax;
import dev.assay.msl.reader.syntax.TokenRange;
import dev.assay.msl.reader.syntax.TokenSpan;
import dev.assay.msl.reader.syntax.TranslationUnit;
import dev.assay.msl.reader.syntax.VariableSyntax;
import dev.assay.msl.reader.text.Token;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Turns the tokens of MSL into those of C++ that clang accepts beside our header.
 *
 * <p>Address spaces are dropped: every pointer is generic, and what differs by address space alone
 * is kept once. Threadgroup arrays become references into the group's memory, attributes go,
 * function constants get their values, swizzles and casts of short floats become calls, and literals
 * get the type that MSL gives them.
 */
final class SourceRewriter {
  private static final Set<String> ASSIGNMENTS =
      Set.of("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=");
  private static final Set<String> KEPT_ATTRIBUTES =
      Set.of("fallthrough", "maybe_unused", "nodiscard", "likely", "unlikely", "clang");

  private final TokenSpan in;
  private final Map<String, String> constantValues;
  private final SwizzleNames swizzleNames;
  private final TokenEdits edits = new TokenEdits();
  private final ThreadgroupVariables variables;

  private SourceRewriter(
      TranslationUnit unit, List<Declared> declarations, Map<String, String> constantValues) {
    this.in = unit.span();
    this.constantValues = constantValues;
    this.variables = new ThreadgroupVariables(in, edits);
    this.swizzleNames = new SwizzleNames(unit, declarations, edits);
  }

  /**
   * The edits that make a module C++.
   *
   * @param constantValues C++ text of each function constant given, by name
   */
  static TokenEdits rewrite(
      MslModule module, List<Declared> declarations, Map<String, String> constantValues) {
    SourceRewriter rewriter =
        new SourceRewriter(module.unit(), declarations, constantValues);
    new AddressSpaces(rewriter.in).clones(declarations).forEach(rewriter.edits::remove);
    new ShortFloatCasts(rewriter.in, rewriter.edits).rewrite(declarations);
    for (MslKernel kernel : module.kernels()) {
      if (kernel.entry().templateForm() == TemplateSyntax.Form.INSTANTIATION) {
        rewriter.edits.remove(kernel.entry().range());
      }
    }
    for (Declared each : declarations) {
      if (each.declaration() instanceof VariableSyntax variable) {
        variable.attributes().forEach(attribute -> rewriter.constant(variable, attribute));
        if (!each.member()) {
          variable.attributes().forEach(attribute -> rewriter.builtIn(variable, attribute));
        }
      }
    }
    for (int i = 0; i < rewriter.in.size(); i++) {
      if (!rewriter.edits.has(i)) {
        i = rewriter.token(i);
      }
    }
    return rewriter.edits;
  }

  /** A kernel that waits by suspending: its barriers are awaited, and it returns its frame. */
  static void makeCoroutine(TokenSpan in, FunctionSyntax kernel, TokenEdits edits) {
    for (int i = kernel.type().from(); i < kernel.type().to(); i++) {
      if (in.is(i, "void")) {
        edits.force(i, "msl::task");
      }
    }
    TokenRange body = kernel.body() == null ? TokenRange.EMPTY : kernel.body();
    for (int i = body.from(); i < body.to(); i++) {
      if (in.is(i, "return")) {
        edits.force(i, "co_return");
      } else if (in.is(i, "threadgroup_barrier")) {
        int start = in.is(i - 1, "::") ? i - 2 : i;
        for (int k = start; k < i; k++) {
          edits.force(k, "");
        }
        edits.force(i, "co_await msl::coroutine_barrier");
      }
    }
  }

  private void constant(VariableSyntax variable, AttributeSyntax attribute) {
    if (attribute.name().equals("function_constant")) {
      edits.replace(
          attribute.range(), "= " + constantValues.getOrDefault(variable.name(), "{}"));
    }
  }

  /**
   * A built-in value outside a function belongs to another module that does not exist: the text
   * compiles, and linking a kernel that asks for the value names it.
   */
  private void builtIn(VariableSyntax variable, AttributeSyntax attribute) {
    if (BuiltIns.isKnown(attribute.name())
        && variable.nameRange().from() < attribute.range().from()) {
      int first = variable.range().from();
      edits.replace(first, "extern " + (in.is(first, "static") ? "" : in.get(first).text()));
      String name = "built_in_" + attribute.name();
      // As C++ would name it there, with what every target allows in names.
      edits.replace(attribute.range(),
          "__asm__(\"_ZN3msl3gpu" + name.length() + name + "E\")");
    }
  }

  private int token(int i) {
    Token token = in.get(i);
    return switch (token.kind()) {
      case NUMBER -> literal(i, token.text());
      case IDENTIFIER -> word(i, token);
      case PUNCTUATOR -> in.isAttribute(i) ? attribute(i) : i;
      case STRING -> linkage(i, token.text());
      case CHARACTER, PRAGMA, OTHER, END -> i;
    };
  }

  /** A function of C would be seen outside the namespace that keeps what is not wanted from linking. */
  private int linkage(int i, String text) {
    if (text.equals("\"C\"") && in.is(i - 1, "extern")) {
      edits.replace(i, "\"C++\"");
    }
    return i;
  }

  private int attribute(int i) {
    int after = in.after(i);
    boolean kept = in.isIdentifier(i + 2) && KEPT_ATTRIBUTES.contains(in.get(i + 2).text());
    if (!kept) {
      edits.remove(new TokenRange(i, after));
    }
    return after - 1;
  }

  private int word(int i, Token token) {
    switch (token.text()) {
      case "kernel", "device", "thread", "threadgroup_imageblock", "ray_data", "object_data" -> {
        if (!in.is(i - 1, ".") && !in.is(i - 1, "->")) {
          edits.replace(i, "");
        }
      }
      case "coherent" -> {
        if (in.isIdentifier(i + 1)) {
          edits.replace(i, "");
        }
      }
      case "vertex", "fragment" -> {
        if (startsDeclaration(i) && in.isIdentifier(i + 1)) {
          edits.replace(i, "");
        }
      }
      case "constant" ->
          edits.replace(i, AddressSpaces.qualifiesMember(in, i) ? "" : "const");
      case "threadgroup" -> {
        return variables.rewrite(i);
      }
      case "is_function_constant_defined" -> constantDefined(i);
      default -> swizzle(i, token.text());
    }
    return i;
  }

  private boolean startsDeclaration(int i) {
    return i == 0 || in.is(i - 1, ";") || in.is(i - 1, "}") || in.is(i - 1, "{")
        || in.is(i - 1, ">") || in.is(i - 1, "]") || in.is(i - 1, "static")
        || in.is(i - 1, "inline") || in.is(i - 1, ")") || in.isPragma(i - 1);
  }

  private void constantDefined(int i) {
    if (in.is(i + 1, "(")) {
      String name = in.get(Math.min(i + 2, in.size() - 1)).text();
      edits.replace(
          new TokenRange(i, in.after(i + 1)), String.valueOf(constantValues.containsKey(name)));
    }
  }

  private void swizzle(int i, String letters) {
    boolean member = in.is(i - 1, ".") || in.is(i - 1, "->");
    if (!member || in.is(i + 1, "(") || swizzleNames.isLeftAlone(letters)) {
      return;
    }
    Optional<String> lanes = SwizzleNames.lanes(letters);
    if (lanes.isEmpty()) {
      return;
    }
    edits.replace(
        i, "template swz" + (isAssigned(i) ? "_ref" : "") + "<" + lanes.get() + ">()");
  }

  private boolean isAssigned(int i) {
    // The lexer cuts >>= in two, so that template argument lists close.
    return ASSIGNMENTS.contains(in.get(i + 1).text())
        || (in.is(i + 1, ">") && in.is(i + 2, ">=") && !in.get(i + 2).spaceBefore());
  }

  /** MSL has no double: a literal without suffix is a float; {@code h} and {@code bf} are its own. */
  private int literal(int i, String text) {
    boolean hexadecimal = text.startsWith("0x") || text.startsWith("0X");
    int exponent = hexadecimal ? Math.max(text.indexOf('p'), text.indexOf('P')) : -1;
    boolean floating =
        hexadecimal
            ? exponent > 0
            : text.indexOf('.') >= 0 || text.indexOf('e') >= 0 || text.indexOf('E') >= 0;
    char last = text.charAt(text.length() - 1);
    if (text.endsWith("bf") && !hexadecimal) {
      edits.replace(i, "bfloat(" + text.substring(0, text.length() - 2) + "f)");
    } else if ((last == 'h' || last == 'H') && (floating || !hexadecimal)) {
      String digits = text.substring(0, text.length() - 1);
      edits.replace(i, (floating ? digits : digits + ".0") + "f16");
    } else if (floating && ((last >= '0' && last <= '9') || last == '.')) {
      edits.replace(i, text + "f");
    }
    return i;
  }
}
