package dev.assay.suite.metal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.backend.metal.MetalProvider;
import dev.assay.backend.metal.driver.idle.NullDriver;
import dev.assay.msl.MslCodes;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.Codes;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.KernelName;
import dev.assay.spi.kernel.Parameter;
import dev.assay.suite.parity.Catalogue;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Implementations say what they do not take, and say it where it is true. */
class LimitsTest {
  private static final KernelName ATTENTION = KernelName.of("assay:attention");
  private static final int LENGTH = 4;

  private static final DeviceProfile NARROW = new DeviceProfile("narrow",
      new DeviceProfile.Threads(DeviceProfile.APPLE7.threads().grid(),
          DeviceProfile.APPLE7.threads().threadgroup(), 1024, 16),
      DeviceProfile.APPLE7.threadgroupMemory(), DeviceProfile.APPLE7.parameters(),
      DeviceProfile.APPLE7.memory());

  private static Implementation implementation(KernelName kernel, String name) {
    return Catalogue.installed()
        .implementations(kernel)
        .stream()
        .map(KernelCatalog.Installed::implementation)
        .filter(each -> each.name().equals(name) && each.dtype() == DType.F32)
        .findFirst()
        .orElseThrow();
  }

  /** One head of four queries and keys, {@code width} wide, through this implementation. */
  private static void attend(Backend backend, String implementation, int width) {
    KernelDeclaration kernel = Catalogue.installed().declaration(ATTENTION);
    long head = (long) LENGTH * width;
    long[] strides = {head, head, width};
    StructValue params = ((Parameter.Constant) kernel.parameter("params").orElseThrow()).layout()
        .value()
        .set("batch", 1)
        .set("heads", 1)
        .set("kv_heads", 1)
        .set("q_length", LENGTH)
        .set("kv_length", LENGTH)
        .set("head_dim", width)
        .set("v_dim", width)
        .set("scale", 1.0)
        .set("softcap", 0.0)
        .set("first_position", 0)
        .setAll("q_strides", strides)
        .setAll("k_strides", strides)
        .setAll("v_strides", strides)
        .setAll("mask_strides", new long[4])
        .build();
    StructValue no = StructValue.ofLong(DType.BOOL, 0);
    PipelineKey key = new PipelineKey(ATTENTION, DType.F32, implementation,
        Map.of("has_mask", no, "causal", no), false);
    try (CommandQueue queue = backend.newQueue("limits")) {
      Bindings bindings = new Bindings().constant("params", params);
      for (String name : List.of("q", "k", "v", "out")) {
        Buffer buffer = backend.allocate(4L * LENGTH * width, name);
        buffer.write(0,
            MemorySegment.ofArray(new float[LENGTH * width]));
        bindings.buffer(name, buffer.view(DType.F32));
      }
      try (Encoder encoder = queue.encoder("limits")) {
        encoder.dispatch(backend.registry().pipeline(key), bindings, "limits");
        encoder.commit().await();
      }
    }
  }

  @Test
  void theTiledAttentionTakesHeadsAsWideAsItSaysAndNoWider() {
    try (Backend backend = HostMetal.checked("forward")) {
      attend(backend, "tiled", 192);
      assertThatThrownBy(() -> attend(backend, "tiled", 193))
          .isInstanceOfSatisfying(AssayException.class,
              refused -> assertThat(refused.code()).isEqualTo(Codes.LIMIT_EXCEEDED));
      attend(backend, "plain", 193);
    }
  }

  @Test
  void aLimitThatIsTooWideIsFoundByTheCheckedBuild() {
    Implementation tiled = implementation(ATTENTION, "tiled");
    Implementation unlimited = new Implementation(tiled.kernel(), tiled.name(), tiled.language(),
        tiled.dtype(), tiled.source(), tiled.entryPoint(), tiled.indexType(), tiled.geometry(),
        tiled.threadgroupMemoryBytes(), tiled.pointers(), List.of(), tiled.condition(),
        tiled.mathMode(), tiled.ownTolerance(), tiled.suitsCpu());
    KernelCatalog catalog = KernelCatalog.builder()
        .kernel(Catalogue.installed().declaration(ATTENTION), "suite")
        .implementation(unlimited, "suite")
        .build();
    try (
        Backend backend = new MetalProvider().open(catalog, Map.of("build", "checked"))) {
      attend(backend, "tiled", 192);
      assertThatThrownBy(() -> attend(backend, "tiled", 200))
          .isInstanceOfSatisfying(AssayException.class,
              found -> assertThat(found.code()).isEqualTo(MslCodes.INCOMPLETE_WRITE))
          .hasMessageContaining("'out'");
    }
  }

  /** A text that counts on 32 lanes says so, and is neither taken nor chosen where simdgroups have 16. */
  @Test
  void whatCountsOnSimdgroupsOf32IsNotRunOnOthers() {
    try (Backend narrow = MetalProvider.over(new NullDriver(NARROW), Catalogue.installed())) {
      for (String name : List.of("tiled", "query")) {
        assertThat(implementation(ATTENTION, name).limits())
            .anyMatch(limit -> limit.holds().toString().contains("device.simdWidth"));
        assertThatThrownBy(() -> attend(narrow, name, 32))
            .isInstanceOfSatisfying(AssayException.class,
                refused -> assertThat(refused.code()).isEqualTo(Codes.LIMIT_EXCEEDED));
      }
      attend(narrow, "plain", 32);
    }
  }
}
