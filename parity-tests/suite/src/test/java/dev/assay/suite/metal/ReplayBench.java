package dev.assay.suite.metal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.backend.metal.MetalProvider;
import dev.assay.backend.metal.driver.MetalDriver;
import dev.assay.backend.metal.driver.MetalDriverProvider;
import dev.assay.parity.Mode;
import dev.assay.parity.ParityOptions;
import dev.assay.parity.ParityReport;
import dev.assay.parity.ParityRun;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.CompiledSchedule.Options;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.kernel.KernelName;
import dev.assay.suite.metal.WrongCalls.Change;
import dev.assay.suite.parity.Catalogue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;

/** A Metal backend that can be made wrong, and what finds that it is. */
final class ReplayBench {
  private static final KernelName ADD = AddChain.ADD;

  private ReplayBench() {}

  static MetalDriver hostDriver() {
    return ServiceLoader.load(MetalDriverProvider.class)
        .stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.name().equals("host"))
        .findFirst()
        .orElseThrow()
        .open(Map.of("build", "checked"));
  }

  /** Metal over a host driver that does this otherwise. */
  static Backend metal(Map<String, Change> changes) {
    return MetalProvider.over(WrongCalls.over(MetalDriver.class, hostDriver(), changes),
        Catalogue.installed());
  }

  static Backend metal() {
    return metal(Map.of());
  }

  static ParityReport parity(Backend backend, Mode mode) {
    return new ParityRun(backend).run(ParityOptions.ALL.withKernel(ADD.toString())
        .withDtype(DType.F32)
        .withModes(Set.of(mode))
        .withGenerated(4));
  }

  /** The mutant fails in this mode by one of these checks, and works where nothing is replayed. */
  static void assertFound(Map<String, Change> changes, Mode mode, String... checks) {
    try (Backend backend = metal(changes)) {
      assertThat(parity(backend, mode).failures()).extracting(ParityReport.Failure::kind)
          .isNotEmpty()
          .containsAnyOf(checks);
      assertThat(parity(backend, Mode.DIRECT).isPassed()).isTrue();
    }
  }

  /** Running a chain as a segment on the mutant is refused under this code, before anything was committed. */
  static void assertRefused(Map<String, Change> changes, String code) {
    Map<String, Change> all = new HashMap<>(changes);
    List<String> commits = new ArrayList<>();
    all.put("MetalCommandBuffer.commit", call -> {
      commits.add("commit");
      return call.proceed();
    });
    try (Backend backend = metal(all); CommandQueue queue = backend.newQueue("mutant")) {
      AssayException refused = catchThrowableOfType(AssayException.class, () -> {
        AddChain chain = new AddChain(backend);
        try (CompiledSchedule compiled = backend.compile(chain.schedule, Options.STRICT)) {
          run(queue, chain.values(compiled, chain.filled(1, 2), chain.filled(0, 0)));
        }
      });
      assertThat(refused).isNotNull();
      assertThat(refused.code().id()).isEqualTo(code);
      assertThat(commits).isEmpty();
    }
  }

  static AssayException refusal(CommandQueue queue, SlotValues values) {
    return catchThrowableOfType(AssayException.class, () -> run(queue, values));
  }

  static void run(CommandQueue queue, SlotValues values) {
    try (Encoder encoder = queue.encoder("run")) {
      encoder.execute(values);
      encoder.commit().await();
    }
  }
}
