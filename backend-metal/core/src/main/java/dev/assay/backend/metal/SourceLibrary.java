package dev.assay.backend.metal;

import dev.assay.backend.metal.driver.MetalDriver;
import dev.assay.backend.metal.driver.MetalLibrary;
import dev.assay.msl.reader.MslModule;
import dev.assay.msl.reader.MslReader;
import dev.assay.msl.reader.MslSource;
import dev.assay.msl.reader.model.MslKernel;
import dev.assay.msl.reader.text.Severity;
import dev.assay.msl.reader.text.SourcePart;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.PluginException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.kernel.KernelSource;
import dev.assay.spi.kernel.MathMode;
import java.util.List;

/**
 * A source, compiled once and read once, for as long as pipelines made from it exist. Who takes it from {@link
 * LibraryCache} leaves it again.
 */
final class SourceLibrary {
  private final LibraryCache cache;
  private final Key key;
  private final MetalLibrary library;
  private final MslModule module;

  /** What a library is compiled from, and how. */
  record Key(KernelSource source, MathMode mathMode) {}

  /** Compiles and reads; what is wrong with the text is an {@link InvalidInputException} by part and line. */
  SourceLibrary(LibraryCache cache, Key key, MetalDriver driver) {
    MslSource text = MslSource.of(key.source()
        .parts()
        .stream()
        .map(part -> SourcePart.of(part.name(), part.text()))
        .toArray(SourcePart[]::new));
    this.cache = cache;
    this.key = key;
    this.library = driver.newLibrary(key.source().name(), text, key.mathMode());
    try {
      this.module = read(text);
    } catch (Throwable unreadable) {
      library.release();
      throw unreadable;
    }
  }

  private static MslModule read(MslSource text) {
    MslModule module = MslReader.read(text);
    if (!module.isOk()) {
      throw new InvalidInputException(module.diagnostics()
          .stream()
          .filter(diagnostic -> diagnostic.severity() == Severity.ERROR)
          .map(diagnostic -> Problem.of(Codes.COMPILE_FAILED, diagnostic.message())
              .at(diagnostic.position().toString()))
          .toList());
    }
    return module;
  }

  Key key() {
    return key;
  }

  MetalLibrary library() {
    return library;
  }

  /** The function that the host asks for by this name. */
  MslKernel kernel(String entryPoint) {
    return module.kernel(entryPoint).orElseThrow(() -> {
      List<String> names = module.kernels().stream().map(MslKernel::name).toList();
      return new PluginException(Problem
          .of(Codes.KERNEL_UNKNOWN,
              "source '" + key.source().name() + "' has no kernel '" + entryPoint + "'")
          .remedy(NearestNames.advice(entryPoint, names)));
    });
  }

  /** One pipeline less. */
  void leave() {
    cache.leave(this);
  }
}
