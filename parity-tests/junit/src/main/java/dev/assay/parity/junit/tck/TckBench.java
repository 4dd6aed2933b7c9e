package dev.assay.parity.junit.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.HostWork;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.Schedule;
import dev.assay.spi.backend.Submission;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.ErrorCode;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.KernelName;
import dev.assay.spi.kernel.Parameter;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/**
 * An open backend with what contracts need. Its one kernel is {@code assay:bias_add}, used as out = x + addend with one
 * addend for all elements: small whole numbers, so that every backend gives them exactly.
 */
public final class TckBench implements AutoCloseable {
  private static final KernelName ADD = KernelName.of("assay:bias_add");

  private final Backend backend;
  private final Duration patience;
  private final CommandQueue queue;
  private final StructLayout params;

  /**
   * Takes an open backend, and closes it in the end.
   *
   * @param patience how long work may be held before it is given up
   */
  public TckBench(Backend backend, Duration patience) {
    this.backend = backend;
    this.patience = patience;
    this.queue = backend.newQueue("tck");
    KernelDeclaration add = backend.registry().catalog().declaration(ADD);
    this.params = ((Parameter.Constant) add.parameter("params").orElseThrow()).layout();
  }

  Backend backend() {
    return backend;
  }

  CommandQueue queue() {
    return queue;
  }

  /** The pipeline of out = x + addend. */
  Pipeline add() {
    return backend.registry()
        .pipeline(backend.registry().choose(ADD, DType.F32, Map.of("params", params(1))));
  }

  /** The constant for this number of elements. */
  StructValue params(long elements) {
    return params.value().set("rows", elements).set("width", 1).build();
  }

  /** x + addend[0] into out, as many elements as out has. */
  Bindings adding(BufferView x, BufferView addend, BufferView out) {
    return new Bindings().buffer("x", x)
        .buffer("bias", addend)
        .buffer("out", out)
        .constant("params", params(out.count()));
  }

  /** A view of a new buffer with these values. */
  BufferView filled(double... values) {
    BufferView view = empty(values.length);
    view.write(Elements.of(DType.F32, values));
    return view;
  }

  /** A view of a new buffer whose content is undefined. */
  BufferView empty(int elements) {
    return buffer(elements).view(DType.F32);
  }

  /** A new buffer for so many elements of f32. */
  Buffer buffer(int elements) {
    return backend.allocate((long) elements * DType.F32.sizeBytes(), "tck");
  }

  /** Encodes and commits. */
  Submission start(Consumer<Encoder> work) {
    return start(queue, "tck work", work);
  }

  /** The same on another queue. */
  static Submission start(CommandQueue on, String label, Consumer<Encoder> work) {
    try (Encoder encoder = on.encoder(label)) {
      work.accept(encoder);
      return encoder.commit();
    }
  }

  /** Encodes, commits and waits. */
  void run(Consumer<Encoder> work) {
    start(work).await();
  }

  /** Work that the device holds until the gate is opened; it gives up after a while, so that nothing hangs. */
  Submission startGated(CountDownLatch gate, BufferView... touched) {
    return start(encoder -> encoder.replay(gated(gate, touched).newValues()));
  }

  private Schedule gated(CountDownLatch gate, BufferView... touched) {
    Capture capture = backend.capture("gate");
    capture.opaque("gate",
        Arrays.stream(touched)
            .map(view -> new HostWork.Use(view, Access.READ_WRITE))
            .toList(),
        uses -> {
          if (!await(gate)) {
            throw new IllegalStateException("nobody opened the gate: does commit wait for work?");
          }
        });
    return capture.finish();
  }

  private boolean await(CountDownLatch gate) {
    try {
      return gate.await(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  static void assertHolds(BufferView view, double... expected) {
    assertThat(view.read().toDoubles()).containsExactly(expected);
  }

  /** The call is refused, with one of these codes among its problems. */
  static void assertRefused(ThrowingCallable call, ErrorCode... codes) {
    Throwable thrown = catchThrowable(call);
    assertThat(thrown).as("an error with one of %s", List.of(codes))
        .isInstanceOfSatisfying(AssayException.class,
            refused -> assertThat(refused.problems()).as(refused.getMessage())
                .extracting(problem -> problem.code())
                .containsAnyOf(codes));
  }

  @Override
  public void close() {
    backend.close();
  }
}
