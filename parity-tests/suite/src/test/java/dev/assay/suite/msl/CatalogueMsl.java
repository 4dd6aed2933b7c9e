package dev.assay.suite.msl;

import dev.assay.msl.MslBuild;
import dev.assay.msl.MslKernel;
import dev.assay.msl.MslRuntime;
import dev.assay.msl.reader.MslModule;
import dev.assay.msl.reader.MslReader;
import dev.assay.msl.reader.MslSource;
import dev.assay.msl.reader.text.Diagnostic;
import dev.assay.msl.reader.text.SourcePart;
import dev.assay.ops.OpsPlugin;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.KernelName;
import dev.assay.spi.kernel.KernelSource;
import dev.assay.spi.kernel.Parameter;
import java.nio.file.Path;
import java.util.ArrayList;
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

  /** Each implementation for two dtypes: its kernel's first one and another, which differs from one to the next. */
  static List<Implementation> twoOfEachKind() {
    Map<String, List<Implementation>> kinds = IMPLEMENTATIONS.stream()
        .collect(Collectors.groupingBy(each -> each.kernel() + " " + each.name(),
            LinkedHashMap::new, Collectors.toList()));
    List<Implementation> chosen = new ArrayList<>();
    int turn = 0;
    for (List<Implementation> kind : kinds.values()) {
      chosen.add(kind.getFirst());
      if (kind.size() > 1) {
        chosen.add(kind.get(1 + turn++ % (kind.size() - 1)));
      }
    }
    return chosen;
  }

  /** What the compiler has to say of all entry points of a source. */
  static List<Diagnostic> diagnostics(KernelSource source) {
    return RUNTIME.check(source(source)).diagnostics();
  }

  /** What the reader finds in a source. */
  static MslModule read(KernelSource source) {
    return MslReader.read(source(source));
  }

  private static MslSource source(KernelSource source) {
    return MslSource.of(source.parts()
        .stream()
        .map(part -> SourcePart.of(part.name(), part.text()))
        .toArray(SourcePart[]::new));
  }

  /** The implementation, compiled with the function constants among these. */
  static MslKernel kernel(Implementation implementation, Map<String, StructValue> constants) {
    Map<String, Object> fixed = new HashMap<>();
    for (Parameter.FunctionConstant constant : declaration(implementation).functionConstants()) {
      fixed.put(constant.name(), value(constant.type(), constants.get(constant.name())));
    }
    return RUNTIME.kernel(source(implementation.source()), implementation.entryPoint(), fixed);
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
