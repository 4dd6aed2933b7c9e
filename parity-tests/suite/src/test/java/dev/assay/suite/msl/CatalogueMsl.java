package dev.assay.suite.msl;

import dev.assay.msl.MslBuild;
import dev.assay.msl.MslKernel;
import dev.assay.msl.MslRuntime;
import dev.assay.msl.MslSource;
import dev.assay.ops.OpsPlugin;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.KernelName;
import dev.assay.spi.kernel.KernelSource;
import dev.assay.spi.kernel.Parameter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The catalogue's declarations, its MSL implementations, and a compiler for them with a cache in the build folder. */
final class CatalogueMsl {
  static final List<Implementation> IMPLEMENTATIONS = new OpsPlugin().implementations();

  private static final Map<KernelName, KernelDeclaration> DECLARATIONS = new OpsPlugin().kernels()
      .stream()
      .collect(Collectors.toMap(KernelDeclaration::name, Function.identity()));

  private static final MslRuntime RUNTIME =
      MslRuntime.open(MslBuild.CHECKED, Path.of("target", "msl-cache").toAbsolutePath());

  private CatalogueMsl() {}

  static KernelDeclaration declaration(Implementation implementation) {
    return DECLARATIONS.get(implementation.kernel());
  }

  /** Implementations by source. */
  static Map<KernelSource, List<Implementation>> bySource() {
    return IMPLEMENTATIONS.stream()
        .collect(Collectors.groupingBy(Implementation::source, LinkedHashMap::new,
            Collectors.toList()));
  }

  /** The implementation, compiled with the function constants among these. */
  static MslKernel kernel(Implementation implementation, Map<String, StructValue> constants) {
    Map<String, Object> fixed = new HashMap<>();
    for (Parameter.FunctionConstant constant : declaration(implementation).functionConstants()) {
      fixed.put(constant.name(), value(constant.type(), constants.get(constant.name())));
    }
    return RUNTIME.kernel(
        MslSource.of(implementation.source().name(), implementation.source().text()),
        implementation.entryPoint(), fixed);
  }

  private static Object value(DType type, StructValue value) {
    return switch (type) {
      case BOOL -> value.getLong("") != 0;
      case F32, F16, BF16 -> (float) value.getDouble("");
      case I8, I16, I32, U8, U16, U32 -> (int) value.getLong("");
      case I64, U64 -> value.getLong("");
    };
  }
}
