package dev.assay.msl.reader.analysis;

import dev.assay.msl.reader.model.Layout;
import dev.assay.msl.reader.model.MslType;
import dev.assay.msl.reader.model.OpaqueType;
import dev.assay.msl.reader.model.StructType;
import dev.assay.msl.reader.syntax.AliasSyntax;
import dev.assay.msl.reader.syntax.AttributeSyntax;
import dev.assay.msl.reader.syntax.Declaration;
import dev.assay.msl.reader.syntax.StructSyntax;
import dev.assay.msl.reader.syntax.TemplateSyntax.Form;
import dev.assay.msl.reader.syntax.TokenRange;
import dev.assay.msl.reader.syntax.TranslationUnit;
import dev.assay.msl.reader.syntax.VariableSyntax;
import dev.assay.msl.reader.text.Token;
import dev.assay.msl.reader.text.TokenKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Structs with their template arguments: which definition is meant, what its members are and where they lie. */
final class StructResolver {

  /**
   * A struct with its arguments.
   *
   * @param name qualified, arguments included
   * @param context in which its body is understood
   */
  record Instance(StructSyntax syntax, String name, Context context) {}

  /** A member and the context that it is understood in, which for a base's member is the base's. */
  record Member(Declaration declaration, Context context) {}

  private static final int MAX_BASES = 8;

  private final TranslationUnit unit;
  private final SymbolTable symbols;
  private final TypeResolver types;
  private final Evaluation evaluation;
  private final Effort effort;
  private final Map<String, Optional<StructType>> resolved = new HashMap<>();

  StructResolver(
      TranslationUnit unit, SymbolTable symbols, TypeResolver types, Evaluation evaluation,
      Effort effort) {
    this.unit = unit;
    this.symbols = symbols;
    this.types = types;
    this.evaluation = evaluation;
    this.effort = effort;
  }

  /** The struct that {@code tokens} name, or null when they name none. */
  @Nullable
  Instance instance(List<Token> tokens, Context context) {
    List<Token> closed = context.substitute(tokens);
    int at = 0;
    while (at < closed.size() && (closed.get(at).is("typename") || closed.get(at).is("const")
        || closed.get(at).is("struct"))) {
      at++;
    }
    if (at >= closed.size() || !closed.get(at).isIdentifier()) {
      return null;
    }
    QualifiedName name = QualifiedName.read(closed, at, true);
    List<Declaration> found = name.components().isEmpty()
        ? List.of()
        : symbols.find(name.prefix(name.components().size()), context.scope());
    if (found.isEmpty()) {
      return null;
    }
    if (found.getFirst() instanceof AliasSyntax alias) {
      if (!effort.enter(closed.size())) {
        return null;
      }
      Instance aliased = types.aliased(alias, name.components().getLast().arguments(), context);
      effort.leave();
      return aliased;
    }
    return instance(found, name.components().getLast().arguments(), context);
  }

  /** The definition among {@code found} that fits the arguments best, or null when none does. */
  @Nullable
  Instance instance(
      List<Declaration> found, @Nullable List<List<Token>> given, Context context) {
    List<List<Token>> arguments = given == null ? List.of() : TypeResolver.closed(given, context);
    if (!effort.enter(arguments.stream().mapToInt(List::size).sum())) {
      return null;
    }
    Instance chosen = chosen(found, arguments, given == null, context);
    effort.leave();
    return chosen;
  }

  private @Nullable Instance chosen(
      List<Declaration> found, List<List<Token>> arguments, boolean bare, Context context) {
    Instance primary = null;
    Instance partial = null;
    for (Declaration declaration : found) {
      if (!(declaration instanceof StructSyntax struct)) {
        continue;
      }
      if (struct.templateArguments() == null) {
        primary = primary == null ? primary(struct, bare, arguments, context) : primary;
      } else if (struct.template() != null && struct.template().form() == Form.SPECIALISATION) {
        if (matches(struct, arguments, context)) {
          return new Instance(struct, named(struct, arguments), Context.of(struct.qualifiedName()));
        }
      } else if (partial == null) {
        partial = partial(struct, arguments);
      }
    }
    return partial != null ? partial : primary;
  }

  private @Nullable Instance primary(
      StructSyntax struct, boolean bare, List<List<Token>> arguments, Context context) {
    if (struct.template() == null) {
      // A struct inside a template is written in terms of the template's parameters.
      boolean nested = !struct.scope().isEmpty() && struct.scope().equals(context.scope());
      Map<String, List<Token>> outer = nested ? context.bindings() : Map.of();
      return new Instance(struct, struct.qualifiedName(),
          Context.of(struct.qualifiedName(), outer));
    }
    if (bare && context.scope().equals(struct.qualifiedName())) {
      return new Instance(struct, struct.qualifiedName(), context);
    }
    Map<String, List<Token>> bindings =
        new TemplateBinder(unit).bind(struct.template(), arguments, Map.of());
    return bindings == null
        ? null
        : new Instance(
            struct, named(struct, List.copyOf(bindings.values())),
            Context.of(struct.qualifiedName(), bindings));
  }

  private @Nullable Instance partial(StructSyntax struct, List<List<Token>> arguments) {
    if (struct.template() == null || struct.templateArguments() == null) {
      return null;
    }
    List<TokenRange> patterns = unit.split(struct.templateArguments());
    Map<String, List<Token>> deduced = new HashMap<>();
    if (patterns.size() != arguments.size()) {
      return null;
    }
    for (int i = 0; i < patterns.size(); i++) {
      List<Token> pattern = unit.tokens(patterns.get(i));
      if (!TemplateBinder.unify(pattern, arguments.get(i), TemplateBinder.names(struct.template()),
          deduced)) {
        return null;
      }
    }
    return new Instance(struct, named(struct, arguments),
        Context.of(struct.qualifiedName(), deduced));
  }

  private boolean matches(StructSyntax struct, List<List<Token>> arguments, Context context) {
    List<TokenRange> own = unit
        .split(struct.templateArguments() == null ? TokenRange.EMPTY : struct.templateArguments());
    if (own.size() != arguments.size()) {
      return false;
    }
    for (int i = 0; i < own.size(); i++) {
      if (!meaning(unit.tokens(own.get(i)), Context.of(struct.scope()))
          .equals(meaning(arguments.get(i), context))) {
        return false;
      }
    }
    return true;
  }

  /** A text that is equal for template arguments that mean the same. */
  String meaning(List<Token> argument, Context context) {
    Long value = argument.isEmpty() || argument.getFirst().kind() == TokenKind.NUMBER
        || !argument.getFirst().isIdentifier()
            ? evaluation.constant(argument, context)
            : null;
    if (value != null) {
      return value.toString();
    }
    MslType type = types.resolve(argument, context);
    if (type instanceof OpaqueType opaque && !opaque.declared()) {
      value = evaluation.constant(argument, context);
      return value != null ? value.toString() : TokenLists.text(argument);
    }
    return type.text();
  }

  private static String named(StructSyntax struct, List<List<Token>> arguments) {
    return struct.qualifiedName() + "<"
        + String.join(", ", arguments.stream().map(TokenLists::text).toList()) + ">";
  }

  /** The member of that name, bases searched last, or null. */
  @Nullable
  Member member(Instance instance, String name) {
    return member(instance, name, 0);
  }

  private @Nullable Member member(Instance instance, String name, int nesting) {
    List<Declaration> own = symbols.members(instance.syntax, name);
    if (!own.isEmpty()) {
      return new Member(own.getFirst(), instance.context);
    }
    for (TokenRange base : nesting < MAX_BASES ? instance.syntax.bases() : List.<TokenRange>of()) {
      Instance of = instance(unit.tokens(base), instance.context);
      Member found = of == null ? null : member(of, name, nesting + 1);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** The struct as a type with its layout. */
  MslType type(Instance instance) {
    String key = instance.name + "@" + instance.syntax.range().from();
    Optional<StructType> known = resolved.get(key);
    if (known != null) {
      // Empty while it is being made: it holds itself, by pointer or by mistake.
      return known.isPresent() ? known.get() : new OpaqueType(instance.name, true);
    }
    if (!effort.enter(1)) {
      return new OpaqueType(instance.name, true);
    }
    resolved.put(key, Optional.empty());
    StructType type = laidOut(instance);
    effort.leave();
    resolved.put(key, Optional.of(type));
    return type;
  }

  private StructType laidOut(Instance instance) {
    StructSyntax syntax = instance.syntax;
    StructLayout layout = new StructLayout(syntax.union(), isPacked(syntax.attributes()));
    for (TokenRange base : syntax.bases()) {
      Instance of = instance(unit.tokens(base), instance.context);
      if (of != null && type(of) instanceof StructType struct) {
        layout.addBase(struct);
      } else {
        layout.addUnknown();
      }
    }
    for (Declaration member : symbols.members(syntax)) {
      if (member instanceof VariableSyntax field && !field.has("static")
          && field.template() == null) {
        add(field, instance, layout);
      } else if (member instanceof StructSyntax inner && isAnonymousField(syntax, inner)) {
        Instance of = new Instance(inner, inner.qualifiedName(),
            Context.of(inner.qualifiedName(), instance.context.bindings()));
        if (type(of) instanceof StructType struct) {
          layout.addAnonymous(struct);
        }
      }
    }
    long stated = alignment(syntax.attributes(), instance.context);
    return new StructType(instance.name, layout.members(), syntax.union(), layout.finish(stated));
  }

  private void add(VariableSyntax field, Instance instance, StructLayout layout) {
    if (field.bitField()) {
      layout.addUnknown();
      return;
    }
    MslType type = types.arrays(types.resolve(field.type(), instance.context), field.arrays(),
        instance.context);
    OptionalInt id = OptionalInt.empty();
    for (AttributeSyntax attribute : field.attributes()) {
      Long value = attribute.name().equals("id")
          ? evaluation.constant(unit.tokens(attribute.arguments()), instance.context)
          : null;
      id = value == null ? id : OptionalInt.of(value.intValue());
    }
    boolean open = !field.arrays().isEmpty() && field.arrays().getFirst().isEmpty();
    layout.add(field.name(), type, open, alignment(field.attributes(), instance.context), id);
  }

  /** An unnamed struct is a field of its own unless a field behind it has it as its type. */
  private boolean isAnonymousField(StructSyntax outer, StructSyntax inner) {
    return inner.name().startsWith("(")
        && symbols.members(outer)
            .stream()
            .noneMatch(member -> member instanceof VariableSyntax field
                && field.type().stream().anyMatch(token -> token.text().equals(inner.name())));
  }

  private static boolean isPacked(List<AttributeSyntax> attributes) {
    return attributes.stream().anyMatch(attribute -> attribute.name().equals("packed"));
  }

  private long alignment(List<AttributeSyntax> attributes, Context context) {
    long stated = 1;
    for (AttributeSyntax attribute : attributes) {
      if (attribute.name().equals("alignas") || attribute.name().equals("aligned")) {
        List<Token> argument = unit.tokens(attribute.arguments());
        Long value = evaluation.constant(argument, context);
        if (value == null) {
          value = types.resolve(argument, context).layout().map(Layout::alignBytes).orElse(1L);
        }
        stated = value > 0 && Long.bitCount(value) == 1 ? Math.max(stated, value) : stated;
      }
    }
    return stated;
  }
}
