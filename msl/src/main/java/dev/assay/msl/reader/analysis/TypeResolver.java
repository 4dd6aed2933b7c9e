package dev.assay.msl.reader.analysis;

import dev.assay.msl.reader.model.AddressSpace;
import dev.assay.msl.reader.model.ArrayType;
import dev.assay.msl.reader.model.EnumType;
import dev.assay.msl.reader.model.MslType;
import dev.assay.msl.reader.model.OpaqueType;
import dev.assay.msl.reader.model.PointerType;
import dev.assay.msl.reader.model.ScalarType;
import dev.assay.msl.reader.syntax.AliasSyntax;
import dev.assay.msl.reader.syntax.Declaration;
import dev.assay.msl.reader.syntax.EnumSyntax;
import dev.assay.msl.reader.syntax.StructSyntax;
import dev.assay.msl.reader.syntax.TokenRange;
import dev.assay.msl.reader.syntax.TranslationUnit;
import dev.assay.msl.reader.text.Token;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Gives token lists that spell types their meaning. Not thread-safe. */
final class TypeResolver {

  private static final int MAX_SPELLED = 40;
  private static final int MAX_POINTERS = 32;
  private static final int MAX_DIMENSIONS = 32;
  private static final Set<String> COMPOUND =
      Set.of("unsigned", "signed", "long", "short", "int", "char", "double");
  private static final Set<String> IGNORED = Set.of(
      "volatile", "coherent", "restrict", "__restrict", "__restrict__", "typename", "struct",
      "class", "union", "enum",
      "static", "constexpr", "inline", "register", "mutable", "extern", "patch", "METAL_FUNC",
      "template");

  private final TranslationUnit unit;
  private final SymbolTable symbols;
  private final Evaluation evaluation;
  private final BuiltinTemplates builtinTemplates;
  private final StructResolver structs;
  private final Effort effort;

  TypeResolver(TranslationUnit unit, SymbolTable symbols, Evaluation evaluation, Effort effort) {
    this.unit = unit;
    this.symbols = symbols;
    this.evaluation = evaluation;
    this.builtinTemplates = new BuiltinTemplates(this, evaluation);
    this.effort = effort;
    this.structs = new StructResolver(unit, symbols, this, evaluation, effort);
  }

  StructResolver structs() {
    return structs;
  }

  /** The type that {@code tokens} spell; an opaque one when they spell none that is known. */
  MslType resolve(List<Token> tokens, Context context) {
    List<Token> closed = context.substitute(tokens);
    if (!effort.enter(closed.size())) {
      List<Token> head = closed.subList(0, Math.min(closed.size(), MAX_SPELLED));
      return new OpaqueType(TokenLists.text(head), false);
    }
    MslType type = new Reading(closed, context).type();
    effort.leave();
    return type;
  }

  /** A pointer to what {@code tokens} spell; null unless they state its address space. */
  @Nullable
  PointerType pointerTo(List<Token> tokens, Context context) {
    Reading reading = new Reading(context.substitute(tokens), context);
    MslType pointee = reading.type();
    return reading.space == null
        ? null
        : new PointerType(pointee, reading.space, true, reading.constant, false);
  }

  /** An array of {@code element} for each of {@code arrays}, the outermost first. */
  MslType arrays(MslType element, List<TokenRange> arrays, Context context) {
    if (arrays.size() > MAX_DIMENSIONS) {
      return new OpaqueType(element.text() + "[]…", true);
    }
    MslType type = element;
    for (int i = arrays.size() - 1; i >= 0; i--) {
      Long length = evaluation.constant(unit.tokens(arrays.get(i)), context);
      type = new ArrayType(type,
          length == null || length < 0 ? OptionalLong.empty() : OptionalLong.of(length));
    }
    return type;
  }

  /** Whether a name means a type in {@code context}. */
  boolean isType(String name, Context context) {
    if (BuiltinTypes.find(name) != null || COMPOUND.contains(name)) {
      return true;
    }
    for (Declaration declaration : declarations(name, context)) {
      if (isTypeDeclaration(declaration, name)) {
        return true;
      }
    }
    return false;
  }

  private List<Declaration> declarations(String name, Context context) {
    Declaration local = context.locals().get(name);
    return local != null ? List.of(local) : symbols.find(name, context.scope());
  }

  /** An enumerator finds its enumeration too, yet names no type. */
  private static boolean isTypeDeclaration(Declaration declaration, String name) {
    return declaration instanceof AliasSyntax
        || declaration instanceof StructSyntax
        || (declaration instanceof EnumSyntax && name.endsWith(declaration.name()));
  }

  /** The meaning of a qualified name, or null when nothing declares it. */
  private @Nullable MslType named(QualifiedName name, Context context) {
    List<QualifiedName.Component> components = name.components();
    for (int count = components.size(); count >= 1; count--) {
      List<Declaration> found = declarations(name.prefix(count), context).stream()
          .filter(each -> isTypeDeclaration(each, each.name()))
          .toList();
      if (!found.isEmpty() && argumentsOnlyAtEnd(components, count)) {
        return declared(found, components.get(count - 1).arguments(),
            components.subList(count, components.size()), context);
      }
    }
    if (components.isEmpty()) {
      return null;
    }
    QualifiedName.Component first = components.getFirst();
    boolean traitMember = components.size() == 2 && components.get(1).name().equals("type");
    if (components.size() == 1 || traitMember) {
      return first.arguments() == null
          ? BuiltinTypes.find(first.name())
          : builtinTemplates.find(first.name(), first.arguments(), context);
    }
    return null;
  }

  private static boolean argumentsOnlyAtEnd(List<QualifiedName.Component> components, int count) {
    return components.subList(0, count - 1)
        .stream()
        .allMatch(component -> component.arguments() == null);
  }

  private @Nullable MslType declared(
      List<Declaration> found,
      @Nullable List<List<Token>> arguments,
      List<QualifiedName.Component> rest,
      Context context) {
    Declaration first = found.getFirst();
    if (first instanceof EnumSyntax enumeration) {
      return enumeration(enumeration, context);
    }
    StructResolver.Instance instance;
    if (first instanceof AliasSyntax alias) {
      Context inner = aliasContext(alias, arguments, context);
      if (inner == null) {
        return null;
      }
      if (rest.isEmpty()) {
        return arrays(resolve(alias.type(), inner), alias.arrays(), inner);
      }
      instance = structs.instance(alias.type(), inner);
    } else {
      instance = structs.instance(found, arguments, context);
    }
    if (instance == null) {
      return null;
    }
    return rest.isEmpty() ? structs.type(instance) : member(instance, rest);
  }

  /** The struct that an alias stands for, or null. */
  StructResolver.@Nullable Instance aliased(
      AliasSyntax alias, @Nullable List<List<Token>> arguments, Context context) {
    Context inner = aliasContext(alias, arguments, context);
    return inner == null ? null : structs.instance(alias.type(), inner);
  }

  private @Nullable Context aliasContext(
      AliasSyntax alias, @Nullable List<List<Token>> arguments, Context context) {
    // A local or sibling alias is written in terms of the same parameters.
    boolean same = context.isLocal(alias) || alias.scope().equals(context.scope());
    Context outer = same ? context : Context.of(alias.scope());
    if (alias.template() == null) {
      return outer;
    }
    Map<String, List<Token>> bindings = new TemplateBinder(unit)
        .bind(alias.template(), arguments == null ? List.of() : closed(arguments, context),
            Map.of());
    return bindings == null ? null : new Context(alias.scope(), bindings, Map.of());
  }

  private @Nullable MslType member(StructResolver.Instance instance,
      List<QualifiedName.Component> rest) {
    QualifiedName.Component next = rest.getFirst();
    StructResolver.Member member = structs.member(instance, next.name());
    if (member == null || !isTypeDeclaration(member.declaration(), next.name())) {
      return null;
    }
    return declared(List.of(member.declaration()), next.arguments(), rest.subList(1, rest.size()),
        member.context());
  }

  private MslType enumeration(EnumSyntax enumeration, Context context) {
    MslType underlying = enumeration.underlying().isEmpty()
        ? (enumeration.scoped() ? ScalarType.INT : ScalarType.UINT)
        : resolve(unit.tokens(enumeration.underlying()), context);
    return new EnumType(
        enumeration.qualifiedName(),
        underlying instanceof ScalarType scalar ? scalar : ScalarType.INT);
  }

  /** The reading of one type. */
  private final class Reading {
    private final List<Token> tokens;
    private final Context context;
    private @Nullable MslType type;
    private @Nullable AddressSpace space;
    private boolean constant;
    private int pointers;

    Reading(List<Token> tokens, Context context) {
      this.tokens = tokens;
      this.context = context;
    }

    MslType type() {
      int at = 0;
      while (at < tokens.size()) {
        at = part(at);
      }
      return type == null ? new OpaqueType(TokenLists.text(tokens), false) : type;
    }

    private int part(int at) {
      Token token = tokens.get(at);
      if (token.is("*") || token.is("&") || token.is("&&")) {
        if (++pointers > MAX_POINTERS) {
          type = new OpaqueType("pointers nested deeper than " + MAX_POINTERS, true);
          return tokens.size();
        }
        MslType pointee = type == null ? new OpaqueType("", false) : type;
        type = new PointerType(
            pointee, space == null ? AddressSpace.THREAD : space, space != null, constant,
            !token.is("*"));
        space = null;
        constant = false;
        return at + 1;
      }
      if (token.is("(") || token.is("[")) {
        type = new OpaqueType(TokenLists.text(tokens), true);
        return tokens.size();
      }
      if (!token.isIdentifier() && !token.is("::")) {
        return at + 1;
      }
      AddressSpace named = addressSpace(token.text());
      if (named != null) {
        space = named;
        return at + 1;
      }
      if (token.is("const")) {
        constant = true;
        return at + 1;
      }
      if (IGNORED.contains(token.text()) || type != null) {
        return at + 1;
      }
      return COMPOUND.contains(token.text()) ? compound(at) : name(at);
    }

    private int compound(int from) {
      Set<String> words = new HashSet<>();
      int longs = 0;
      int at = from;
      while (at < tokens.size() && tokens.get(at).isIdentifier()) {
        String word = tokens.get(at).text();
        if (COMPOUND.contains(word)) {
          words.add(word);
          longs += word.equals("long") ? 1 : 0;
        } else if (!IGNORED.contains(word) && !word.equals("const")) {
          break;
        }
        constant |= word.equals("const");
        at++;
      }
      type = BuiltinTypes.compound(words, longs > 1);
      return at;
    }

    private int name(int at) {
      if ((tokens.get(at).is("decltype") || tokens.get(at).is("typeof"))
          && TokenLists.is(tokens, at + 1, "(")) {
        int after = TokenLists.after(tokens, at + 1);
        type = new OpaqueType(TokenLists.text(tokens.subList(at, after)), true);
        return after;
      }
      QualifiedName name = QualifiedName.read(tokens, at, true);
      MslType found = named(name, context);
      type = found != null
          ? found
          : new OpaqueType(TokenLists.text(tokens.subList(at, name.end())), false);
      return name.end();
    }
  }

  private static @Nullable AddressSpace addressSpace(String word) {
    for (AddressSpace space : AddressSpace.values()) {
      if (space.keyword().equals(word)) {
        return space;
      }
    }
    return null;
  }

  /** Closed arguments: the tokens of each in {@code context} with parameters replaced. */
  static List<List<Token>> closed(List<List<Token>> arguments, Context context) {
    List<List<Token>> closed = new ArrayList<>();
    arguments.forEach(argument -> closed.add(context.substitute(argument)));
    return closed;
  }
}
