package dev.assay.msl.reader.analysis;

import dev.assay.msl.reader.model.Access;
import dev.assay.msl.reader.model.ArrayType;
import dev.assay.msl.reader.model.AtomicType;
import dev.assay.msl.reader.model.MatrixType;
import dev.assay.msl.reader.model.MslType;
import dev.assay.msl.reader.model.OpaqueType;
import dev.assay.msl.reader.model.ParameterKind;
import dev.assay.msl.reader.model.ResourceType;
import dev.assay.msl.reader.model.ScalarType;
import dev.assay.msl.reader.model.StructType;
import dev.assay.msl.reader.model.VectorType;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The types that MSL declares under a plain name, without template arguments. */
final class BuiltinTypes {

  static final Set<String> TEXTURES = Set.of(
      "texture1d", "texture1d_array", "texture2d", "texture2d_array", "texture2d_ms",
      "texture2d_ms_array",
      "texture3d", "texturecube", "texturecube_array", "texture_buffer", "depth2d", "depth2d_array",
      "depth2d_ms",
      "depth2d_ms_array", "depthcube", "depthcube_array");

  private static final Set<String> OPAQUE = Set.of(
      "void", "auto", "simdgroup_event", "compute_grid", "mesh_grid_properties", "nullptr_t",
      "memory_order",
      "thread_scope", "mem_flags");

  private static final Map<String, MslType> TYPES = new HashMap<>();

  static {
    for (ScalarType scalar : ScalarType.values()) {
      String name = scalar.text();
      TYPES.put(name, scalar);
      for (int n = 2; n <= 4; n++) {
        TYPES.put(name + n, new VectorType(scalar, n, false));
        TYPES.put("packed_" + name + n, new VectorType(scalar, n, true));
        TYPES.put("simd_" + name + n, new VectorType(scalar, n, false));
        TYPES.put("vector_" + name + n, new VectorType(scalar, n, false));
        TYPES.put("simd_packed_" + name + n, new VectorType(scalar, n, true));
      }
      if (!scalar.isInteger()) {
        matrices(scalar);
      }
    }
    TYPES.put("simd_float4x3", new MatrixType(ScalarType.FLOAT, 4, 3));
    Map.ofEntries(
        Map.entry("size_t", ScalarType.ULONG),
        Map.entry("ptrdiff_t", ScalarType.LONG),
        Map.entry("intptr_t", ScalarType.LONG),
        Map.entry("uintptr_t", ScalarType.ULONG),
        Map.entry("int8_t", ScalarType.CHAR),
        Map.entry("uint8_t", ScalarType.UCHAR),
        Map.entry("int16_t", ScalarType.SHORT),
        Map.entry("uint16_t", ScalarType.USHORT),
        Map.entry("int32_t", ScalarType.INT),
        Map.entry("uint32_t", ScalarType.UINT),
        Map.entry("int64_t", ScalarType.LONG),
        Map.entry("uint64_t", ScalarType.ULONG),
        Map.entry("float32_t", ScalarType.FLOAT),
        Map.entry("float16_t", ScalarType.HALF),
        Map.entry("__bf16", ScalarType.BFLOAT),
        Map.entry("__fp16", ScalarType.HALF))
        .forEach(TYPES::put);
    for (ScalarType scalar : new ScalarType[] {
      ScalarType.INT, ScalarType.UINT, ScalarType.BOOL, ScalarType.FLOAT, ScalarType.LONG,
      ScalarType.ULONG
    }) {
      TYPES.put("atomic_" + scalar.text(), new AtomicType(scalar));
    }
    resource("sampler", ParameterKind.SAMPLER, Access.READ);
    resource("acceleration_structure", ParameterKind.ACCELERATION_STRUCTURE, Access.READ);
    resource("primitive_acceleration_structure", ParameterKind.ACCELERATION_STRUCTURE, Access.READ);
    resource("instance_acceleration_structure", ParameterKind.ACCELERATION_STRUCTURE, Access.READ);
    resource("command_buffer", ParameterKind.UNKNOWN, Access.READ_WRITE);
    resource("render_pipeline_state", ParameterKind.UNKNOWN, Access.READ);
    resource("compute_pipeline_state", ParameterKind.UNKNOWN, Access.READ);
    resource("depth_stencil_state", ParameterKind.UNKNOWN, Access.READ);
    tessellationFactors("MTLQuadTessellationFactorsHalf", 4, 2);
    tessellationFactors("MTLTriangleTessellationFactorsHalf", 3, 1);
    fields("MTLDrawPrimitivesIndirectArguments", "vertexCount", "instanceCount", "vertexStart",
        "baseInstance");
    fields("MTLDrawIndexedPrimitivesIndirectArguments", "indexCount", "instanceCount",
        "indexStart", "baseVertex", "baseInstance");
    fields("MTLDrawPatchIndirectArguments", "patchCount", "instanceCount", "patchStart",
        "baseInstance");
    StructLayout groups = new StructLayout(false, false);
    groups.add("threadgroupsPerGrid", new ArrayType(ScalarType.UINT, OptionalLong.of(3)), false, 1,
        OptionalInt.empty());
    put("MTLDispatchThreadgroupsIndirectArguments", groups);
    StructLayout ray = new StructLayout(false, false);
    for (String point : new String[] {"origin", "direction"}) {
      ray.add(point, new VectorType(ScalarType.FLOAT, 3, false), false, 1, OptionalInt.empty());
    }
    for (String distance : new String[] {"min_distance", "max_distance"}) {
      ray.add(distance, ScalarType.FLOAT, false, 1, OptionalInt.empty());
    }
    put("ray", ray);
    instances("MTLAccelerationStructureInstanceDescriptor");
    instances("MTLAccelerationStructureUserIDInstanceDescriptor", "userID");
    OPAQUE.forEach(name -> TYPES.put(name, new OpaqueType(name, true)));
  }

  private BuiltinTypes() {}

  private static void matrices(ScalarType scalar) {
    for (int columns = 2; columns <= 4; columns++) {
      for (int rows = 2; rows <= 4; rows++) {
        MatrixType matrix = new MatrixType(scalar, columns, rows);
        TYPES.put(matrix.text(), matrix);
        TYPES.put("simd_" + matrix.text(), matrix);
        TYPES.put("matrix_" + matrix.text(), matrix);
      }
    }
    String simdgroup = "simdgroup_" + scalar.text() + "8x8";
    TYPES.put(simdgroup, new OpaqueType(simdgroup, true));
  }

  private static void tessellationFactors(String name, int edges, int insides) {
    StructLayout layout = new StructLayout(false, false);
    MslType edge = new ArrayType(ScalarType.HALF, OptionalLong.of(edges));
    MslType inside =
        insides == 1 ? ScalarType.HALF : new ArrayType(ScalarType.HALF, OptionalLong.of(insides));
    layout.add("edgeTessellationFactor", edge, false, 1, OptionalInt.empty());
    layout.add("insideTessellationFactor", inside, false, 1, OptionalInt.empty());
    put(name, layout);
  }

  /** A struct of 32-bit integers, of which a base vertex alone may be negative. */
  private static void fields(String name, String... fields) {
    StructLayout layout = new StructLayout(false, false);
    for (String field : fields) {
      MslType type = field.equals("baseVertex") ? ScalarType.INT : ScalarType.UINT;
      layout.add(field, type, false, 1, OptionalInt.empty());
    }
    put(name, layout);
  }

  /** An instance of an acceleration structure in memory: where it stands, then integers. */
  private static void instances(String name, String... more) {
    StructLayout layout = new StructLayout(false, false);
    MslType columns =
        new ArrayType(new VectorType(ScalarType.FLOAT, 3, true), OptionalLong.of(4));
    layout.add("transformationMatrix", columns, false, 1, OptionalInt.empty());
    Stream.concat(
        Stream.of("options", "mask", "intersectionFunctionTableOffset",
            "accelerationStructureIndex"),
        Stream.of(more))
        .forEach(
            field -> layout.add(field, ScalarType.UINT, false, 1, OptionalInt.empty()));
    put(name, layout);
  }

  private static void put(String name, StructLayout layout) {
    TYPES.put(name, new StructType(name, layout.members(), false, layout.finish(1)));
  }

  private static void resource(String name, ParameterKind kind, Access access) {
    TYPES.put(name, new ResourceType(name, kind, access));
  }

  /** The type of that name, or null. */
  static @Nullable MslType find(String name) {
    return TYPES.get(name);
  }

  /** The type that words such as {@code unsigned long int} make together; {@code words} is not empty. */
  static MslType compound(Set<String> words, boolean twoLongs) {
    boolean unsigned = words.contains("unsigned");
    if (words.contains("double")) {
      return new OpaqueType("double", true);
    }
    if (words.contains("char")) {
      return unsigned ? ScalarType.UCHAR : ScalarType.CHAR;
    }
    if (words.contains("short")) {
      return unsigned ? ScalarType.USHORT : ScalarType.SHORT;
    }
    if (words.contains("long") || twoLongs) {
      return unsigned ? ScalarType.ULONG : ScalarType.LONG;
    }
    return unsigned ? ScalarType.UINT : ScalarType.INT;
  }
}
