package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.ErrorCode;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelName;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** An open backend over the small device, with what most tests need; closing it checks that nothing is left. */
final class Fixture implements AutoCloseable {
  final HeapPort port = new HeapPort(false);
  final SupportBackend backend;
  final CommandQueue queue;
  final Pipeline scale;

  Fixture(Implementation... implementations) {
    backend = BindingProblemsTest.open(port, implementations);
    queue = backend.newQueue("queue");
    scale = pipeline("test:scale");
  }

  Pipeline pipeline(String kernel) {
    return backend.registry().pipeline(new PipelineKey(KernelName.of(kernel), DType.F32, null));
  }

  /** The step kernel with or without its bias. */
  Pipeline step(boolean bias) {
    return backend.registry()
        .pipeline(new PipelineKey(KernelName.of("test:step"), DType.F32, null,
            Map.of("has_bias", StructValue.ofLong(DType.BOOL, bias ? 1 : 0)), false));
  }

  Buffer filled(String label, double... values) {
    Buffer buffer = backend.allocate(values.length * 4L, label);
    buffer.view(DType.F32).write(Elements.of(DType.F32, values));
    return buffer;
  }

  static double[] read(Buffer buffer) {
    return buffer.view(DType.F32).read().toDoubles();
  }

  /** Bindings that scale one row of {@code x} into {@code out}. */
  static Bindings scaling(BufferView x, BufferView out, double factor) {
    return new Bindings().buffer("x", x)
        .buffer("out", out)
        .constant("params", TestKernels.scale(1, Math.min(x.count(), out.count()), factor));
  }

  void submit(Consumer<Encoder> work) {
    try (Encoder encoder = queue.encoder("work")) {
      work.accept(encoder);
      encoder.commit().await();
    }
  }

  /** The device's stream without bindings: pipelines, dispatches, barriers, segments. */
  List<String> shape() {
    return port.stream.stream()
        .filter(line -> !line.startsWith("buffer") && !line.startsWith("constant"))
        .map(line -> line.replaceFirst(" .*", ""))
        .toList();
  }

  static void assertCode(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOfSatisfying(AssayException.class,
        refused -> assertThat(refused.code()).as(refused.getMessage()).isEqualTo(code));
  }

  @Override
  public void close() {
    port.runWaiting();
    backend.close();
    assertThat(port.liveMemories).hasValue(0);
    assertThat(port.livePipelines).hasValue(0);
    assertThat(port.liveSegments).hasValue(0);
  }
}
