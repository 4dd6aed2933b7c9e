package dev.assay.msl.reader.syntax;

import dev.assay.msl.reader.syntax.FunctionSyntax.Stage;
import dev.assay.msl.reader.text.Diagnostics;
import dev.assay.msl.reader.text.Token;
import dev.assay.msl.reader.text.TokenKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads one declaration of a function, of variables, of a type or of aliases by {@code typedef}. One use. */
final class DeclaratorParser {

  private static final Set<String> TYPE_KEYWORDS = Set.of("struct", "class", "union", "enum");
  private static final Set<String> OTHER_STAGES =
      Set.of("vertex", "fragment", "object", "mesh", "visible", "intersection", "stitchable",
          "tile");

  /** Words that begin a new declaration wherever they stand: before one of them a semicolon is missing. */
  private static final Set<String> STARTERS =
      Set.of("kernel", "vertex", "fragment", "template", "namespace", "typedef");

  /** Words behind a parameter list that belong to the function. */
  private static final Set<String> TRAILERS =
      Set.of("const", "volatile", "noexcept", "override", "final", "thread", "device", "constant",
          "threadgroup", "threadgroup_imageblock", "ray_data", "object_data");

  private final TokenSpan span;
  private final Diagnostics diagnostics;
  private final String scope;
  private final int limit;
  private final List<Declaration> into;
  private final AttributeParser attributeParser;

  private final List<AttributeSyntax> attributes = new ArrayList<>();
  private final List<Token> type = new ArrayList<>();
  private Stage stage = Stage.NONE;
  private boolean isTypedef;
  private boolean definesType;
  private int start;
  private @Nullable TemplateSyntax template;

  /** The last name read, which may turn out to be the declared one; -1 when there is none. */
  private int nameFrom = -1;

  private int nameTo;
  private int typeSizeAtName;
  private @Nullable TokenRange nameArguments;

  DeclaratorParser(TokenSpan span, Diagnostics diagnostics, String scope, int limit,
      List<Declaration> into) {
    this.span = span;
    this.diagnostics = diagnostics;
    this.scope = scope;
    this.limit = limit;
    this.into = into;
    this.attributeParser = new AttributeParser(span);
  }

  /**
   * Reads a declaration.
   *
   * @param start where it begins, the template header included
   * @param from where it begins behind that header
   * @return the index past it
   */
  int parse(int start, int from, @Nullable TemplateSyntax template) {
    this.start = start;
    this.template = template;
    int at = from;
    while (at < limit) {
      int past = attributeParser.parse(at, attributes);
      if (past > at) {
        at = past;
        continue;
      }
      Token token = span.get(at);
      if (token.kind() == TokenKind.END || token.is("}")) {
        break;
      }
      if (token.is(";")) {
        return endOfDeclaration(at);
      }
      if (definesType && token.isIdentifier() && STARTERS.contains(token.text())) {
        diagnostics.error(token.position(), "a ';' is missing before '" + token.text() + "'");
        return at;
      }
      if (token.is("(") && !span.is(at + 1, "*") && !span.is(at + 1, "&")) {
        int next = parenthesis(at);
        if (next > 0) {
          return next;
        }
        at = span.after(at);
      } else if (isDeclaratorEnd(token)) {
        return variables(at);
      } else {
        at = specifier(at, token);
      }
    }
    if (at > from) {
      diagnostics.error(span.get(from).position(), "this declaration is not finished");
    }
    return at;
  }

  private static boolean isDeclaratorEnd(Token token) {
    return token.is("=") || token.is("{") || token.is("[") || token.is(",") || token.is("(")
        || token.is(":");
  }

  private int specifier(int at, Token token) {
    if (!token.isIdentifier()) {
      if (token.is("::") && (nameFrom < 0 || nameTo != at || span.is(at - 1, "void"))) {
        nameFrom = at;
        typeSizeAtName = type.size();
        nameArguments = null;
      }
      if (token.is("::")) {
        nameTo = at + 1;
      }
      if (!span.isPragma(at)) {
        type.add(token);
      }
      return at + 1;
    }
    String word = token.text();
    if (word.equals("typedef")) {
      isTypedef = true;
      return at + 1;
    }
    if (word.equals("operator")) {
      return operator(at);
    }
    if (isStage(at, word)) {
      stage = word.equals("kernel") ? Stage.KERNEL : Stage.OTHER;
      return at + 1;
    }
    if (TYPE_KEYWORDS.contains(word)) {
      return typeDefinition(at);
    }
    if ((word.equals("decltype") || word.equals("typeof") || word.equals("__typeof__"))
        && span.is(at + 1, "(")) {
      type.addAll(span.of(new TokenRange(at, span.after(at + 1))));
      return span.after(at + 1);
    }
    return name(at, token);
  }

  private boolean isStage(int at, String word) {
    if (!word.equals("kernel") && !word.equals("vertex") && !word.equals("fragment")) {
      return false;
    }
    return span.isIdentifier(at + 1) || span.isAttribute(at + 1) || span.is(at + 1, "::");
  }

  private int name(int at, Token token) {
    boolean continues = nameFrom >= 0 && nameTo == at && span.is(at - 1, "::");
    if (!continues) {
      nameFrom = at;
      typeSizeAtName = type.size();
    }
    nameArguments = null;
    type.add(token);
    nameTo = at + 1;
    if (span.isArgumentList(at + 1)) {
      nameArguments = span.inside(at + 1);
      type.addAll(span.of(new TokenRange(at + 1, span.after(at + 1))));
      nameTo = span.after(at + 1);
    }
    return nameTo;
  }

  private int operator(int at) {
    nameFrom = at;
    typeSizeAtName = type.size();
    nameArguments = null;
    int next = at + 1;
    if (span.is(next, "(") && span.end(next) == next + 1) {
      next += 2;
    }
    while (next < limit && !span.is(next, "(") && !span.is(next, ";") && !span.is(next, "{")) {
      next++;
    }
    nameTo = next;
    return next;
  }

  private int typeDefinition(int at) {
    TypeDefinitionParser parser = new TypeDefinitionParser(span);
    Declaration definition = parser.parse(start, at, limit, scope, template);
    if (definition == null) {
      return at + 1;
    }
    into.add(definition);
    definesType = true;
    Token keyword = span.get(at);
    type.add(new Token(
        TokenKind.IDENTIFIER,
        definition.name(),
        keyword.part(),
        keyword.offset(),
        keyword.end(),
        keyword.line(),
        keyword.column(),
        true,
        false,
        true));
    nameFrom = -1;
    return definition.range().to();
  }

  /** What a parenthesis behind specifiers means; gives the index past the declaration, or -1 to read on. */
  private int parenthesis(int at) {
    int after = span.after(at);
    if (nameFrom < 0) {
      diagnostics.error(span.get(at).position(), "a name is missing before '('");
      return span.find(after, limit, ";") + 1;
    }
    // An unknown macro: NAME(…) with a declaration right behind it.
    if (typeSizeAtName == 0 && after < limit
        && (span.isIdentifier(after) || span.isAttribute(after)) && !isTrailer(after)) {
      type.clear();
      nameFrom = -1;
      return -1;
    }
    return isTypedef ? functionTypedef(at) : function(at);
  }

  private boolean isTrailer(int at) {
    return TRAILERS.contains(span.get(at).text());
  }

  private int functionTypedef(int at) {
    int end = span.find(at, limit, ";");
    // typedef void (name)(…);
    if (span.isIdentifier(at + 1) && span.end(at) == at + 2 && span.is(at + 3, "(")) {
      into.add(new AliasSyntax(
          scope,
          span.get(at + 1).text(),
          null,
          List.copyOf(span.of(new TokenRange(at + 3, end))),
          List.of(),
          false,
          new TokenRange(start, end)));
      return end + 1;
    }
    List<Token> target = new ArrayList<>(type.subList(0, typeSizeAtName));
    target.addAll(span.of(new TokenRange(at, end)));
    into.add(new AliasSyntax(
        scope, lastWord(), null, List.copyOf(target), List.of(), false,
        new TokenRange(start, end)));
    return end + 1;
  }

  private int function(int at) {
    List<ParameterSyntax> parameters = new ParameterParser(span).parse(at);
    int next = trailers(span.after(at));
    if (span.is(next, ":")) {
      next = constructorBody(next);
    }
    if (next < limit && span.is(next, "=")) {
      next = span.find(next, limit, ";");
    }
    TokenRange body = null;
    int end = next;
    if (next < limit && span.is(next, "{")) {
      body = new TokenRange(next, span.after(next));
      end = body.to();
    } else if (next >= limit || !span.is(next, ";")) {
      diagnostics.error(span.get(at).position(),
          "function '" + lastWord() + "' has neither a body nor a ';'");
      end = next - 1;
    }
    add(parameters, body, end);
    return span.is(end, ";") || body == null ? end + 1 : end;
  }

  /** Attributes, qualifiers, macros of unknown meaning, and the type behind an arrow. */
  private int trailers(int from) {
    int at = from;
    while (at < limit) {
      int past = attributeParser.parse(at, attributes);
      Token token = span.get(at);
      if (past > at) {
        at = past;
      } else if (token.is("->")) {
        while (at < limit && !span.is(at, "{") && !span.is(at, ";")) {
          at = span.skip(at);
        }
      } else if (span.isPragma(at)
          || (token.isIdentifier() && !STARTERS.contains(token.text())
              && !TYPE_KEYWORDS.contains(token.text()))
          || (span.is(at, "(") && span.isIdentifier(at - 1))) {
        at = span.skip(at);
      } else {
        break;
      }
    }
    return at;
  }

  private int constructorBody(int colon) {
    int at = colon + 1;
    while (at < limit && !span.is(at, ";")) {
      boolean brace = span.is(at, "{");
      if (brace && !span.isIdentifier(at - 1) && !span.is(at - 1, ">")) {
        return at;
      }
      at = span.skip(at);
    }
    return at;
  }

  private int endOfDeclaration(int at) {
    boolean names = nameFrom >= 0 && (typeSizeAtName > 0 || stageOfAll() != Stage.NONE);
    if (names && template != null && template.form() == TemplateSyntax.Form.INSTANTIATION) {
      add(null, null, at);
      return at + 1;
    }
    return names ? variables(at) : at + 1;
  }

  private void add(@Nullable List<ParameterSyntax> parameters, @Nullable TokenRange body, int end) {
    int nameEnd = nameArguments == null ? nameTo : nameArguments.from() - 1;
    TokenRange name = new TokenRange(nameFrom, Math.max(nameFrom + 1, nameEnd));
    into.add(new FunctionSyntax(
        scope,
        span.text(name),
        name,
        stageOfAll(),
        List.copyOf(attributes),
        template,
        nameArguments,
        new TokenRange(template == null ? start : template.range().to(), nameFrom),
        parameters,
        body,
        new TokenRange(start, end)));
  }

  private Stage stageOfAll() {
    for (AttributeSyntax attribute : attributes) {
      if (attribute.name().equals("kernel")) {
        return Stage.KERNEL;
      }
      if (stage == Stage.NONE && OTHER_STAGES.contains(attribute.name())) {
        return Stage.OTHER;
      }
    }
    return stage;
  }

  private String lastWord() {
    int end = nameArguments == null ? nameTo : nameArguments.from() - 1;
    return nameFrom < 0 ? "" : span.get(Math.max(nameFrom, end - 1)).text();
  }

  private int variables(int at) {
    VariableParser parser = new VariableParser(span, diagnostics, scope, limit, STARTERS);
    List<Token> own =
        nameFrom < 0 ? List.copyOf(type) : List.copyOf(type.subList(0, typeSizeAtName));
    TokenRange name = nameFrom < 0 || nameArguments != null
        ? TokenRange.EMPTY
        : new TokenRange(nameTo - 1, nameTo);
    List<VariableSyntax> variables = new ArrayList<>();
    int end = parser.parse(start, at, own, name, attributes, template, variables);
    for (VariableSyntax variable : variables) {
      if (isTypedef && namesUnnamed(variable)) {
        continue;
      }
      if (isTypedef) {
        into.add(new AliasSyntax(
            scope, variable.name(), null, variable.type(), variable.arrays(), false,
            variable.range()));
      } else if (!variable.type().isEmpty()) {
        into.add(variable);
      }
    }
    return end;
  }

  /** {@code typedef struct {…} Name;} gives the struct itself its name. */
  private boolean namesUnnamed(VariableSyntax variable) {
    boolean plain = variable.type().size() == 1 && variable.arrays().isEmpty()
        && variable.type().getFirst().fromMacro();
    if (!plain || into.isEmpty()
        || !into.getLast().name().equals(variable.type().getFirst().text())) {
      return false;
    }
    Declaration renamed = switch (into.getLast()) {
      case StructSyntax struct when struct.name().startsWith("(") -> struct.named(variable.name());
      case EnumSyntax enumeration when enumeration.name().startsWith("(") ->
          enumeration.named(variable.name());
      default -> null;
    };
    if (renamed != null) {
      into.set(into.size() - 1, renamed);
    }
    return renamed != null;
  }
}
