package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.CompiledSchedule.Options;
import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.PluginException;
import dev.assay.spi.kernel.Geometry;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A view starts where the implementation can load from: judged at bake, and for slots at each run. */
class AlignmentTest {
  private static final Implementation PLAIN =
      TestKernels.implementation("rows", Geometry.threads("1", "1"));

  @ParameterizedTest
  @CsvSource({"0, true", "4, false", "8, false", "12, false", "16, true", "32, true"})
  void aBakedViewIsAlignedForVectorLoads(long offset, boolean aligned) {
    try (Fixture f = new Fixture(PLAIN.withPointer("x", 16, false))) {
      Buffer x = f.backend.allocate(64, "x");
      Bindings bindings =
          Fixture.scaling(x.view(DType.F32, offset, 2), f.filled("out", 0, 0).view(DType.F32), 1);
      if (aligned) {
        rows(f).bake(bindings, "d");
      } else {
        Fixture.assertCode(Codes.BUFFER_RANGE, () -> rows(f).bake(bindings, "d"));
      }
      f.scale.bake(bindings, "another implementation asks for nothing");
    }
  }

  @Test
  void aSlotIsAlignedAtEachDispatch() {
    try (Fixture f = new Fixture(PLAIN.withPointer("x", 16, false))) {
      Buffer x = f.filled("x", 1, 2, 3, 4, 5, 6);
      Buffer out = f.filled("out", 0, 0);
      DispatchRecord record = rows(f).bake(new Bindings().slot("x")
          .buffer("out", out.view(DType.F32))
          .constant("params", TestKernels.scale(1, 2, 2)), "d");
      SlotValues values = record.newValues().set(record.slot("x"), x.view(DType.F32, 4, 2));
      Fixture.assertCode(Codes.BUFFER_RANGE, () -> f.submit(encoder -> encoder.dispatch(values)));
      values.set(record.slot("x"), x.view(DType.F32, 16, 2));
      f.submit(encoder -> encoder.dispatch(values));
      assertThat(Fixture.read(out)).containsExactly(10, 12);
    }
  }

  @Test
  void aSlotOfAScheduleIsAlignedForEverythingThatReadsIt() {
    try (Fixture f = new Fixture(PLAIN.withPointer("x", 16, false))) {
      Buffer x = f.filled("x", 1, 2, 3, 4, 5, 6, 7, 8);
      Buffer out = f.filled("out", 0, 0);
      Capture capture = f.backend.capture("aligned");
      BufferView slot = capture.slot("x", DType.F32, 4);
      BufferView odd = slot.slice(1, 2);
      Fixture.assertCode(Codes.BUFFER_RANGE, () -> capture.dispatch(rows(f),
          Fixture.scaling(odd, out.view(DType.F32), 2), "odd"));
      capture.dispatch(rows(f), Fixture.scaling(slot, out.view(DType.F32).slice(0, 2), 2), "even");
      try (CompiledSchedule compiled = f.backend.compile(capture.finish(), Options.STRICT)) {
        for (boolean segmented : new boolean[] {false, true}) {
          var owner = segmented ? compiled : compiled.schedule();
          SlotValues values = owner.newValues().set(owner.slot("x"), x.view(DType.F32, 4, 4));
          Fixture.assertCode(Codes.BUFFER_RANGE, () -> f.submit(encoder -> {
            if (segmented) {
              encoder.execute(values);
            } else {
              encoder.replay(values);
            }
          }));
        }
        SlotValues values =
            compiled.newValues().set(compiled.slot("x"), x.view(DType.F32, 16, 4));
        f.submit(encoder -> encoder.execute(values));
        assertThat(Fixture.read(out)).containsExactly(10, 12);
      }
    }
  }

  @Test
  void whatIsReadAsConstantIsAlignedAsTheDeviceWants() {
    DeviceProfile apple = DeviceProfile.APPLE7;
    try (Fixture f = new Fixture(PLAIN.withPointer("x", 1, true))) {
      f.port.profile = new DeviceProfile("mac2", apple.threads(), apple.threadgroupMemory(),
          apple.parameters(), new DeviceProfile.Memory(256, 0xFFFF_FFFFL, true));
      Buffer x = f.backend.allocate(512, "x");
      BufferView out = f.filled("out", 0, 0).view(DType.F32);
      Fixture.assertCode(Codes.BUFFER_RANGE,
          () -> rows(f).bake(Fixture.scaling(x.view(DType.F32, 128, 2), out, 1), "d"));
      rows(f).bake(Fixture.scaling(x.view(DType.F32, 256, 2), out, 1), "d");
      // Constants of a segment are read so too.
      Capture capture = f.backend.capture("constants");
      for (int i = 0; i < 2; i++) {
        capture.dispatch(rows(f), Fixture.scaling(x.view(DType.F32, 256, 2), out, i), "d" + i);
      }
      try (CompiledSchedule compiled = f.backend.compile(capture.finish(), Options.STRICT)) {
        assertThat(compiled.explain().segments().getFirst().bytesOfConstants()).isEqualTo(512);
        assertThat(f.port.segmentWrites).contains("constant 0.2 0", "constant 1.2 256");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"y, 16", "params, 16", "x, 12", "x, 0", "x, -4"})
  void aPointerThatCannotBeIsRefusedWithTheCatalog(String parameter, int alignment) {
    KernelCatalog.Builder catalog = KernelCatalog.builder()
        .kernel(TestKernels.SCALE_KERNEL, "test.jar")
        .implementation(PLAIN.withPointer(parameter, alignment, false), "bad.jar");
    assertThatThrownBy(catalog::build).isInstanceOfSatisfying(PluginException.class,
        refused -> assertThat(refused.code()).isEqualTo(Codes.KERNEL_INVALID))
        .hasMessageContaining("bad.jar");
  }

  private static Pipeline rows(Fixture f) {
    return f.backend.registry()
        .pipeline(new PipelineKey(KernelName.of("test:scale"), DType.F32, "rows"));
  }
}
