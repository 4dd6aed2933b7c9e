package dev.assay.msl.reader.analysis;

import dev.assay.msl.reader.model.Access;
import dev.assay.msl.reader.model.AddressSpace;
import dev.assay.msl.reader.model.ArrayType;
import dev.assay.msl.reader.model.MslParameter;
import dev.assay.msl.reader.model.MslType;
import dev.assay.msl.reader.model.OpaqueType;
import dev.assay.msl.reader.model.ParameterKind;
import dev.assay.msl.reader.model.ParameterKind.IndexSpace;
import dev.assay.msl.reader.model.PointerType;
import dev.assay.msl.reader.model.ResourceType;
import dev.assay.msl.reader.model.ScalarType;
import dev.assay.msl.reader.model.VectorType;
import dev.assay.msl.reader.syntax.AttributeSyntax;
import dev.assay.msl.reader.syntax.ParameterSyntax;
import dev.assay.msl.reader.syntax.TokenRange;
import dev.assay.msl.reader.syntax.TranslationUnit;
import dev.assay.msl.reader.text.Diagnostics;
import dev.assay.msl.reader.text.SourcePosition;
import dev.assay.msl.reader.text.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Reads one parameter of a kernel: what it is bound to, where, and what may be done with it. */
final class ParameterReader {

  private final TranslationUnit unit;
  private final ConstantEvaluator evaluator;
  private final FunctionConstants constants;
  private final Diagnostics diagnostics;

  ParameterReader(
      TranslationUnit unit, ConstantEvaluator evaluator, FunctionConstants constants,
      Diagnostics diagnostics) {
    this.unit = unit;
    this.evaluator = evaluator;
    this.constants = constants;
    this.diagnostics = diagnostics;
  }

  /** The parameter with the index that the text states, if it states one. */
  MslParameter read(ParameterSyntax syntax, Context context) {
    SourcePosition position = position(syntax);
    MslType type = type(syntax, context);
    Facts facts = facts(syntax, context, position);
    Binding binding = binding(type);
    ParameterKind kind = kind(syntax, type, binding, facts, position);
    if (facts.index.isPresent() && facts.indexSpace != kind.space()) {
      diagnostics.error(
          position,
          "parameter '" + syntax.name() + "' is a " + kind + ", which no [[" + facts.indexAttribute
              + "]] binds");
    }
    return new MslParameter(
        syntax.name(),
        kind,
        facts.index,
        binding.slots,
        ParameterTypeText.of(syntax, type, context, unit),
        type,
        binding.access,
        Optional.ofNullable(facts.builtin),
        Optional.ofNullable(facts.gate),
        position,
        syntax);
  }

  private MslType type(ParameterSyntax syntax, Context context) {
    TypeResolver types = evaluator.types();
    MslType type = types.resolve(syntax.type(), context);
    if (!syntax.arrays().isEmpty() && !syntax.pointsToArray()) {
      // As in C++, T name[n] is a pointer to the first element; it needs an address space to lie in.
      PointerType pointer = types.pointerTo(syntax.type(), context);
      if (pointer != null) {
        List<TokenRange> inner = syntax.arrays().subList(1, syntax.arrays().size());
        return pointer.to(types.arrays(pointer.pointee(), inner, context));
      }
    }
    return syntax.pointsToArray() && type instanceof PointerType pointer
        ? pointer.to(types.arrays(pointer.pointee(), syntax.arrays(), context))
        : types.arrays(type, syntax.arrays(), context);
  }

  private SourcePosition position(ParameterSyntax syntax) {
    int index = syntax.nameRange().isEmpty() ? syntax.range().from() : syntax.nameRange().from();
    return unit.tokens().get(index).position();
  }

  /** What a type says about the binding, without the attributes. */
  private record Binding(ParameterKind kind, Access access, int slots) {}

  private static Binding binding(MslType type) {
    return switch (type) {
      case PointerType pointer -> pointer(pointer);
      case ResourceType resource -> new Binding(resource.kind(), resource.access(), 1);
      case ArrayType array -> {
        Binding element = binding(array.element());
        boolean handles = element.kind.isBinding();
        long length = array.length().orElse(1);
        yield handles
            ? new Binding(element.kind, element.access,
                Math.clamp(element.slots * length, 1, 1 << 20))
            : new Binding(ParameterKind.UNKNOWN, Access.READ, 1);
      }
      default -> new Binding(ParameterKind.UNKNOWN, Access.READ, 1);
    };
  }

  private static Binding pointer(PointerType pointer) {
    Access access = pointer.constant() ? Access.READ : Access.READ_WRITE;
    if (pointer.pointee() instanceof ArrayType array && binding(array.element()).kind.isBinding()
        && pointer.reference() && !pointer.spaceStated()) {
      return binding(array);
    }
    return switch (pointer.space()) {
      case DEVICE -> new Binding(ParameterKind.BUFFER, access, 1);
      case CONSTANT -> new Binding(ParameterKind.CONSTANT, Access.READ, 1);
      case THREADGROUP -> new Binding(ParameterKind.THREADGROUP, access, 1);
      case THREADGROUP_IMAGEBLOCK -> new Binding(ParameterKind.IMAGEBLOCK, access, 1);
      case THREAD, RAY_DATA, OBJECT_DATA -> new Binding(ParameterKind.UNKNOWN, access, 1);
    };
  }

  /** What the attributes say. */
  private static final class Facts {
    OptionalInt index = OptionalInt.empty();
    IndexSpace indexSpace = IndexSpace.NONE;
    String indexAttribute = "";
    @Nullable
    String builtin;
    @Nullable
    String gate;
    boolean stageIn;
    final List<String> places = new ArrayList<>();
  }

  private Facts facts(ParameterSyntax syntax, Context context, SourcePosition position) {
    Facts facts = new Facts();
    for (AttributeSyntax attribute : syntax.attributes()) {
      switch (attribute.name()) {
        case "buffer" -> index(syntax, attribute, IndexSpace.BUFFER, context, position, facts);
        case "texture" -> index(syntax, attribute, IndexSpace.TEXTURE, context, position, facts);
        case "sampler" -> index(syntax, attribute, IndexSpace.SAMPLER, context, position, facts);
        case "threadgroup" ->
            index(syntax, attribute, IndexSpace.THREADGROUP, context, position, facts);
        case "stage_in" -> {
          facts.stageIn = true;
          facts.places.add(attribute.name());
        }
        case "function_constant" -> facts.gate = gate(attribute, position);
        default -> {
          if (BuiltinAttributes.contains(attribute.name())) {
            facts.builtin = attribute.name();
            facts.places.add(attribute.name());
          }
        }
      }
    }
    if (facts.places.size() > 1) {
      diagnostics.error(
          position, "parameter '" + syntax.name() + "' has conflicting attributes: "
              + String.join(", ", facts.places));
    }
    return facts;
  }

  private void index(
      ParameterSyntax syntax,
      AttributeSyntax attribute,
      IndexSpace space,
      Context context,
      SourcePosition position,
      Facts facts) {
    facts.places.add(attribute.name());
    Long value = evaluator.constant(unit.tokens(attribute.arguments()), context);
    if (value == null || value < 0) {
      diagnostics.error(
          position,
          "the index of parameter '" + syntax.name() + "' in [[" + attribute.name()
              + "]] is no constant: '"
              + TokenLists.text(unit.tokens(attribute.arguments())) + "'");
      return;
    }
    if (value >= space.size()) {
      diagnostics.error(
          position,
          "[[" + attribute.name() + "(" + value + ")]] of parameter '" + syntax.name()
              + "' is over the highest index, "
              + (space.size() - 1));
    }
    facts.index = OptionalInt.of((int) Math.min(value, Integer.MAX_VALUE));
    facts.indexSpace = space;
    facts.indexAttribute = attribute.name();
  }

  private @Nullable String gate(AttributeSyntax attribute, SourcePosition position) {
    List<Token> argument = unit.tokens(attribute.arguments());
    String name = argument.isEmpty() ? "" : argument.getLast().text();
    boolean known = constants.find(name) != null
        || unit.declarations().stream().anyMatch(declaration -> declaration.name().equals(name));
    if (!known) {
      diagnostics.error(position, "[[function_constant(" + name + ")]] names no constant");
      return null;
    }
    return name;
  }

  private ParameterKind kind(
      ParameterSyntax syntax, MslType type, Binding binding, Facts facts, SourcePosition position) {
    if (binding.kind != ParameterKind.UNKNOWN) {
      if (facts.builtin != null || facts.stageIn) {
        diagnostics.error(
            position,
            "parameter '" + syntax.name() + "' is a " + binding.kind + ", which [["
                + (facts.builtin != null ? facts.builtin : "stage_in") + "]] cannot give a value");
      }
      warnIfUndeclared(type, position);
      return binding.kind;
    }
    if (facts.stageIn) {
      return ParameterKind.STAGE_IN;
    }
    if (facts.builtin != null) {
      if (!isPosition(type)) {
        diagnostics.error(
            position, "[[" + facts.builtin + "]] gives no '" + type.text() + "' to parameter '"
                + syntax.name() + "'");
      }
      return ParameterKind.BUILTIN;
    }
    explain(syntax, type, facts, position);
    return ParameterKind.UNKNOWN;
  }

  private static boolean isPosition(MslType type) {
    return switch (type) {
      case ScalarType scalar -> scalar.isInteger() && scalar != ScalarType.BOOL;
      case VectorType vector -> vector.element().isInteger() && vector.element() != ScalarType.BOOL;
      case OpaqueType opaque -> true;
      default -> false;
    };
  }

  private void explain(ParameterSyntax syntax, MslType type, Facts facts, SourcePosition position) {
    if (type instanceof ResourceType
        || (!syntax.attributes().isEmpty() && facts.places.isEmpty())) {
      diagnostics.warning(position,
          "the reader does not know what binds parameter '" + syntax.name() + "'");
    } else if (type instanceof PointerType pointer && !pointer.spaceStated()) {
      diagnostics.error(
          position, "parameter '" + syntax.name()
              + "' points into no address space: device, constant or threadgroup");
    } else if (type instanceof PointerType pointer) {
      diagnostics.error(
          position,
          "parameter '" + syntax.name() + "' points into the " + pointer.space().keyword()
              + " address space, which no kernel can be given");
    } else if (type instanceof OpaqueType opaque && !opaque.declared()) {
      diagnostics.warning(
          position,
          "the type '" + type.text() + "' of parameter '" + syntax.name() + "' is not declared");
    } else {
      diagnostics.error(
          position, "parameter '" + syntax.name() + "' of type '" + type.text()
              + "' has no attribute that gives it a value");
    }
  }

  private void warnIfUndeclared(MslType type, SourcePosition position) {
    if (type instanceof PointerType pointer
        && pointer.pointee() instanceof OpaqueType opaque
        && !opaque.declared()
        && pointer.space() != AddressSpace.THREAD) {
      diagnostics.warning(position, "the type '" + opaque.text() + "' is not declared");
    }
  }
}
