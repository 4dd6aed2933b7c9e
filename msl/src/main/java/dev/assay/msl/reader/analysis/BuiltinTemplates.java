package dev.assay.msl.reader.analysis;

import dev.assay.msl.reader.model.Access;
import dev.assay.msl.reader.model.ArrayType;
import dev.assay.msl.reader.model.AtomicType;
import dev.assay.msl.reader.model.MatrixType;
import dev.assay.msl.reader.model.MslType;
import dev.assay.msl.reader.model.OpaqueType;
import dev.assay.msl.reader.model.ParameterKind;
import dev.assay.msl.reader.model.PointerType;
import dev.assay.msl.reader.model.ResourceType;
import dev.assay.msl.reader.model.ScalarType;
import dev.assay.msl.reader.model.VectorType;
import dev.assay.msl.reader.text.Token;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The templates that MSL's headers declare, as far as they stand in signatures and layouts. */
final class BuiltinTemplates {

  private static final Set<String> SAME = Set.of(
      "remove_cv", "remove_const", "remove_volatile", "remove_addrspace", "remove_cvref", "decay",
      "type_identity");

  private final TypeResolver types;
  private final Evaluation evaluation;

  BuiltinTemplates(TypeResolver types, Evaluation evaluation) {
    this.types = types;
    this.evaluation = evaluation;
  }

  /** The type that {@code name<arguments>} means, or null when MSL has no such template. */
  @Nullable
  MslType find(String name, List<List<Token>> arguments, Context context) {
    if (BuiltinTypes.TEXTURES.contains(name)) {
      return new ResourceType(spelled(name, arguments), ParameterKind.TEXTURE, access(arguments));
    }
    if (arguments.isEmpty()) {
      return null;
    }
    String base = name.endsWith("_t") ? name.substring(0, name.length() - 2) : name;
    if (SAME.contains(base)) {
      return types.resolve(arguments.getFirst(), context);
    }
    return switch (base) {
      case "vec", "packed_vec" -> vector(name, arguments, context);
      case "matrix" -> matrix(name, arguments, context);
      case "array" -> new ArrayType(types.resolve(arguments.getFirst(), context),
          number(arguments, 1, context));
      case "array_ref" ->
          new ArrayType(types.resolve(arguments.getFirst(), context), OptionalLong.empty());
      case "atomic", "_atomic" -> new AtomicType(types.resolve(arguments.getFirst(), context));
      case "conditional" -> conditional(name, arguments, context);
      case "enable_if" ->
          arguments.size() > 1
              ? types.resolve(arguments.get(1), context)
              : new OpaqueType("void", true);
      case "remove_reference" -> withoutReference(types.resolve(arguments.getFirst(), context));
      case "remove_pointer" -> withoutPointer(types.resolve(arguments.getFirst(), context));
      case "make_unsigned" -> signed(types.resolve(arguments.getFirst(), context), true);
      case "make_signed" -> signed(types.resolve(arguments.getFirst(), context), false);
      case "acceleration_structure" ->
          new ResourceType(spelled(name, arguments), ParameterKind.ACCELERATION_STRUCTURE,
              Access.READ);
      case "visible_function_table", "intersection_function_table",
          "intersection_function_buffer" ->
          new ResourceType(spelled(name, arguments), ParameterKind.FUNCTION_TABLE, Access.READ);
      case "tensor" ->
          new ResourceType(spelled(name, arguments), ParameterKind.TENSOR, Access.READ_WRITE);
      case "imageblock" ->
          new ResourceType(spelled(name, arguments), ParameterKind.IMAGEBLOCK, Access.READ_WRITE);
      case "simdgroup_matrix", "intersector", "intersection_query", "intersection_result", "mesh",
          "patch_control_point", "object_data", "dextents", "extents", "numeric_limits",
          "integral_constant",
          "bool_constant", "is_same", "cooperative_tensor" ->
          new OpaqueType(spelled(name, arguments), true);
      default -> null;
    };
  }

  private static String spelled(String name, List<List<Token>> arguments) {
    return name + "<" + String.join(", ", arguments.stream().map(TokenLists::text).toList()) + ">";
  }

  private static Access access(List<List<Token>> arguments) {
    for (List<Token> argument : arguments.subList(Math.min(1, arguments.size()),
        arguments.size())) {
      String last = argument.isEmpty() ? "" : argument.getLast().text();
      if (last.equals("write")) {
        return Access.WRITE;
      }
      if (last.equals("read_write")) {
        return Access.READ_WRITE;
      }
    }
    return Access.READ;
  }

  private OptionalLong number(List<List<Token>> arguments, int index, Context context) {
    Long value =
        index < arguments.size() ? evaluation.constant(arguments.get(index), context) : null;
    return value == null || value < 0 ? OptionalLong.empty() : OptionalLong.of(value);
  }

  private MslType vector(String name, List<List<Token>> arguments, Context context) {
    MslType element = types.resolve(arguments.getFirst(), context);
    long n = number(arguments, 1, context).orElse(0);
    if (element instanceof ScalarType scalar && n == 1) {
      return scalar;
    }
    return element instanceof ScalarType scalar && n >= 2 && n <= 4
        ? new VectorType(scalar, (int) n, name.startsWith("packed"))
        : new OpaqueType(spelled(name, arguments), true);
  }

  private MslType matrix(String name, List<List<Token>> arguments, Context context) {
    MslType element = types.resolve(arguments.getFirst(), context);
    long columns = number(arguments, 1, context).orElse(0);
    long rows = number(arguments, 2, context).orElse(0);
    return element instanceof ScalarType scalar && columns >= 2 && columns <= 4 && rows >= 2
        && rows <= 4
            ? new MatrixType(scalar, (int) columns, (int) rows)
            : new OpaqueType(spelled(name, arguments), true);
  }

  private MslType conditional(String name, List<List<Token>> arguments, Context context) {
    Long condition = evaluation.constant(arguments.getFirst(), context);
    if (condition == null || arguments.size() < 3) {
      return new OpaqueType(spelled(name, arguments), true);
    }
    return types.resolve(arguments.get(condition != 0 ? 1 : 2), context);
  }

  private static MslType withoutReference(MslType type) {
    return type instanceof PointerType pointer && pointer.reference() ? pointer.pointee() : type;
  }

  private static MslType withoutPointer(MslType type) {
    return type instanceof PointerType pointer && !pointer.reference() ? pointer.pointee() : type;
  }

  private static MslType signed(MslType type, boolean unsigned) {
    if (!(type instanceof ScalarType scalar)) {
      return type;
    }
    ScalarType[] pair = switch (scalar) {
      case CHAR, UCHAR -> new ScalarType[] {ScalarType.CHAR, ScalarType.UCHAR};
      case SHORT, USHORT -> new ScalarType[] {ScalarType.SHORT, ScalarType.USHORT};
      case INT, UINT -> new ScalarType[] {ScalarType.INT, ScalarType.UINT};
      case LONG, ULONG -> new ScalarType[] {ScalarType.LONG, ScalarType.ULONG};
      case BOOL, HALF, BFLOAT, FLOAT -> new ScalarType[] {scalar, scalar};
    };
    return pair[unsigned ? 1 : 0];
  }
}
