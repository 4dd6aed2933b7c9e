package dev.assay.suite.msl;

import dev.assay.msl.MslBuild;
import dev.assay.msl.MslRuntime;
import dev.assay.msl.reader.MslModule;
import dev.assay.msl.reader.MslReader;
import dev.assay.msl.reader.MslSource;
import dev.assay.msl.reader.text.Diagnostic;
import dev.assay.msl.reader.text.SourcePart;
import dev.assay.ops.OpsPlugin;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The catalogue's declarations, its MSL implementations, and a compiler for them. */
final class CatalogueMsl {
  static final List<Implementation> IMPLEMENTATIONS = new OpsPlugin().implementations();

  private static final MslRuntime RUNTIME =
      MslRuntime.open(MslBuild.CHECKED);

  private CatalogueMsl() {}

  /** Implementations by source. */
  static Map<KernelSource, List<Implementation>> bySource() {
    return IMPLEMENTATIONS.stream()
        .collect(Collectors.groupingBy(Implementation::source, LinkedHashMap::new,
            Collectors.toList()));
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
}
