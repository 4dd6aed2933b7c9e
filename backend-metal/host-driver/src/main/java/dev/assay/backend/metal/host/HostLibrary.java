package dev.assay.backend.metal.host;

import dev.assay.backend.metal.driver.FunctionConstantValue;
import dev.assay.backend.metal.driver.MetalFunction;
import dev.assay.backend.metal.driver.MetalLibrary;
import dev.assay.msl.MslCodes;
import dev.assay.msl.reader.MslModule;
import dev.assay.msl.reader.MslSource;
import dev.assay.msl.reader.model.MslKernel;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.UnavailableException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;

/**
 * A text that was read. Each kernel of it is compiled once for the same constants, when the first pipeline asks for it;
 * what the reader does not see, the compiler reports only then.
 */
final class HostLibrary extends HostObject implements MetalLibrary {
  private final String label;
  private final MslSource source;
  private final MslModule module;
  private final Map<CodeKey, FutureTask<HostPipeline.Code>> codes = new ConcurrentHashMap<>();

  private record CodeKey(String kernel, Map<String, Object> constants) {}

  HostLibrary(HostDriver driver, String label, MslSource source, MslModule module) {
    super(driver);
    this.label = label;
    this.source = source;
    this.module = module;
  }

  @Override
  public MetalFunction newFunction(String name, List<FunctionConstantValue> constants) {
    Place place = () -> "function '" + name + "' of " + description();
    requireLive(place);
    MslKernel kernel = module.kernel(name).orElseThrow(() -> {
      List<String> names = module.kernels().stream().map(MslKernel::name).toList();
      return new InvalidCallException(MetalRule.FUNCTION_UNKNOWN
          .problem("there is no kernel '" + name + "'; " + NearestNames.advice(name, names))
          .at(place.describe()));
    });
    return new HostFunction(driver(), this, kernel,
        ConstantRules.values(kernel, constants, place));
  }

  /** Whether a constant of the text is true; {@code kernel} has a parameter that depends on it. */
  boolean isTrue(String constant, Map<String, Object> values, String kernel) {
    return module.isTrue(constant, values)
        .orElseThrow(() -> new UnavailableException(Problem
            .of(MslCodes.KERNEL_UNSUPPORTED,
                "the host driver cannot tell whether constant '" + constant + "' is true")
            .at("kernel '" + kernel + "' of " + description())
            .expected("an expression over function constants and integers", "something else")
            .remedy("Let the parameter depend on a function constant of its own.")));
  }

  /** The code of a kernel, compiled by the first who asks; the others wait for it. */
  HostPipeline.Code compile(String kernel, Map<String, Object> constants) {
    CodeKey key = new CodeKey(kernel, constants);
    FutureTask<HostPipeline.Code> task = codes.computeIfAbsent(key,
        absent -> new FutureTask<>(() -> driver().compiler().compile(source, kernel, constants)));
    task.run();
    try {
      return Waiting.result(task);
    } catch (RuntimeException | Error failure) {
      // A full disk today is no reason to fail tomorrow.
      codes.remove(key, task);
      throw failure;
    }
  }

  @Override
  String description() {
    return "library '" + label + "'";
  }

  @Override
  void free() {}
}
