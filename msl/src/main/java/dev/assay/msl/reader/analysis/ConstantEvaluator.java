package dev.assay.msl.reader.analysis;

import dev.assay.msl.reader.syntax.AliasSyntax;
import dev.assay.msl.reader.syntax.Declaration;
import dev.assay.msl.reader.syntax.EnumSyntax;
import dev.assay.msl.reader.syntax.FunctionSyntax;
import dev.assay.msl.reader.syntax.StructSyntax;
import dev.assay.msl.reader.syntax.TranslationUnit;
import dev.assay.msl.reader.syntax.VariableSyntax;
import dev.assay.msl.reader.text.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the values of constants, enumerators and simple constexpr functions. Not thread-safe. */
final class ConstantEvaluator implements Evaluation {

  private final TranslationUnit unit;
  private final SymbolTable symbols;
  private final Effort effort;
  private final TypeResolver types;
  private final IdentityHashMap<VariableSyntax, Optional<Long>> values = new IdentityHashMap<>();

  ConstantEvaluator(TranslationUnit unit, SymbolTable symbols, Effort effort) {
    this.unit = unit;
    this.symbols = symbols;
    this.effort = effort;
    this.types = new TypeResolver(unit, symbols, this, effort);
  }

  TypeResolver types() {
    return types;
  }

  @Override
  public @Nullable Long constant(List<Token> tokens, Context context) {
    List<Token> closed = context.substitute(tokens);
    if (tokens.isEmpty() || !effort.enter(closed.size())) {
      return null;
    }
    Long value = new ConstantExpression(closed, context, this).evaluate();
    effort.leave();
    return value;
  }

  /** Whether {@code name} with template arguments can be a value or function, so that {@code <} opens arguments. */
  boolean isTemplate(String name, Context context) {
    if (name.endsWith("_v") || name.equals("is_same") || name.equals("numeric_limits")) {
      return true;
    }
    for (Declaration declaration : declarations(name, context)) {
      boolean template = switch (declaration) {
        case FunctionSyntax function -> function.template() != null;
        case VariableSyntax variable -> variable.template() != null;
        case StructSyntax struct -> struct.template() != null;
        case AliasSyntax alias -> alias.template() != null;
        case EnumSyntax enumeration -> false;
      };
      if (template) {
        return true;
      }
    }
    return false;
  }

  private List<Declaration> declarations(String name, Context context) {
    Declaration local = context.locals().get(name);
    return local != null ? List.of(local) : symbols.find(name, context.scope());
  }

  /** The value of a name, or null. */
  @Nullable
  Long named(QualifiedName name, Context context) {
    List<QualifiedName.Component> components = name.components();
    if (components.isEmpty()) {
      return null;
    }
    QualifiedName.Component last = components.getLast();
    boolean plain = components.stream().allMatch(component -> component.arguments() == null);
    if (plain) {
      for (Declaration declaration : declarations(name.prefix(components.size()), context)) {
        Long value = value(declaration, last.name(), context);
        if (value != null) {
          return value;
        }
      }
    }
    if (components.size() >= 2) {
      return member(components, context);
    }
    return last.arguments() == null ? null : variableTemplate(last, context);
  }

  private @Nullable Long value(Declaration declaration, String name, Context context) {
    if (declaration instanceof VariableSyntax variable) {
      return variable(variable, context);
    }
    return declaration instanceof EnumSyntax enumeration
        ? enumerator(enumeration, name, context)
        : null;
  }

  private @Nullable Long variable(VariableSyntax variable, Context context) {
    boolean isConstant =
        variable.has("constexpr") || variable.has("const") || variable.has("constant");
    boolean gated =
        variable.attributes().stream().anyMatch(each -> each.name().equals("function_constant"));
    if (!isConstant || gated || variable.initializer().isEmpty() || !variable.arrays().isEmpty()) {
      return null;
    }
    boolean same = context.isLocal(variable) || variable.scope().equals(context.scope());
    List<Token> initializer = unit.tokens(variable.initializer());
    if (TokenLists.is(initializer, 0, "{")) {
      initializer = TokenLists.inside(initializer, 0);
    }
    if (same && !(context.bindings().isEmpty() && context.locals().isEmpty())) {
      return constant(initializer, context);
    }
    Optional<Long> known = values.get(variable);
    if (known == null) {
      // Also stands while it is evaluated: a constant that needs itself is unknown.
      values.put(variable, Optional.empty());
      known = Optional.ofNullable(constant(initializer, Context.of(variable.scope())));
      values.put(variable, known);
    }
    return known.orElse(null);
  }

  private @Nullable Long enumerator(EnumSyntax enumeration, String name, Context context) {
    Context inner =
        enumeration.scope().equals(context.scope()) ? context : Context.of(enumeration.scope());
    Long next = 0L;
    for (EnumSyntax.Enumerator enumerator : enumeration.enumerators()) {
      if (!enumerator.value().isEmpty()) {
        next = constant(unit.tokens(enumerator.value()), inner);
      }
      if (enumerator.name().equals(name)) {
        return next;
      }
      next = next == null ? null : Long.valueOf(next + 1);
    }
    return null;
  }

  /** {@code Struct<…>::member}. */
  private @Nullable Long member(List<QualifiedName.Component> components, Context context) {
    List<QualifiedName.Component> owner = components.subList(0, components.size() - 1);
    String name = components.getLast().name();
    QualifiedName.Component last = owner.getLast();
    if (owner.size() == 1 && name.equals("value") && last.arguments() != null) {
      Long trait = trait(last.name(), last.arguments(), context);
      if (trait != null) {
        return trait;
      }
    }
    String path = new QualifiedName(owner, 0).prefix(owner.size());
    List<Declaration> found = declarations(path, context);
    StructResolver.Instance instance =
        !found.isEmpty() && found.getFirst() instanceof AliasSyntax alias
            ? types.aliased(alias, last.arguments(), context)
            : types.structs().instance(found, last.arguments(), context);
    StructResolver.Member member = instance == null ? null : types.structs().member(instance, name);
    return member == null ? null : value(member.declaration(), name, member.context());
  }

  private @Nullable Long variableTemplate(QualifiedName.Component name, Context context) {
    List<List<Token>> arguments = name.arguments() == null ? List.of() : name.arguments();
    for (Declaration declaration : symbols.find(name.name(), context.scope())) {
      if (declaration instanceof VariableSyntax variable && variable.template() != null) {
        Map<String, List<Token>> bindings = new TemplateBinder(unit)
            .bind(variable.template(), TypeResolver.closed(arguments, context), Map.of());
        return bindings == null
            ? null
            : constant(unit.tokens(variable.initializer()), Context.of(variable.scope(), bindings));
      }
    }
    return name.name().endsWith("_v")
        ? trait(name.name().substring(0, name.name().length() - 2), arguments, context)
        : null;
  }

  private @Nullable Long trait(String name, List<List<Token>> arguments, Context context) {
    if (name.equals("is_same") && arguments.size() == 2) {
      String first = types.structs().meaning(arguments.getFirst(), context);
      return first.equals(types.structs().meaning(arguments.getLast(), context)) ? 1L : 0L;
    }
    return null;
  }

  /** The value of a call to a constexpr function whose body is one return statement; null for any other. */
  @Nullable
  Long call(QualifiedName name, List<List<Token>> arguments, Context context) {
    if (name.components().isEmpty()) {
      return null;
    }
    String last = name.components().getLast().name();
    if (arguments.size() == 2 && (last.equals("min") || last.equals("max"))) {
      Long a = constant(arguments.getFirst(), context);
      Long b = constant(arguments.getLast(), context);
      return a == null || b == null
          ? null
          : Long.valueOf(last.equals("min") ? Math.min(a, b) : Math.max(a, b));
    }
    for (FunctionSyntax function : symbols.functions(name.prefix(name.components().size()),
        context.scope())) {
      Map<String, List<Token>> bindings = callBindings(function, name, arguments, context);
      List<Token> result = bindings == null ? null : returned(function);
      if (bindings != null && result != null) {
        return constant(result, Context.of(function.scope(), bindings));
      }
    }
    return null;
  }

  private @Nullable Map<String, List<Token>> callBindings(
      FunctionSyntax function, QualifiedName name, List<List<Token>> arguments, Context context) {
    var parameters = function.parameters();
    if (parameters == null || parameters.size() != arguments.size()) {
      return null;
    }
    Map<String, List<Token>> bindings = new HashMap<>();
    List<List<Token>> given = name.components().getLast().arguments();
    if (function.template() != null) {
      Map<String, List<Token>> own = new TemplateBinder(unit)
          .bind(function.template(),
              given == null ? List.of() : TypeResolver.closed(given, context), Map.of());
      if (own == null) {
        return null;
      }
      bindings.putAll(own);
    }
    for (int i = 0; i < arguments.size(); i++) {
      Long value = constant(arguments.get(i), context);
      if (value == null || arguments.get(i).isEmpty()) {
        return null;
      }
      bindings.put(parameters.get(i).name(),
          List.of(ConstantExpression.number(value, arguments.get(i).getFirst())));
    }
    return bindings;
  }

  private @Nullable List<Token> returned(FunctionSyntax function) {
    if (function.body() == null) {
      return null;
    }
    List<Token> body = new ArrayList<>(unit.tokens(function.body()));
    boolean single = body.size() > 4
        && body.get(1).is("return")
        && body.stream().filter(token -> token.is(";")).count() == 1
        && body.get(body.size() - 2).is(";");
    return single ? body.subList(2, body.size() - 2) : null;
  }
}
