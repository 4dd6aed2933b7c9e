package dev.assay.backend.referencecpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.backend.Schedule;
import dev.assay.spi.backend.Submission;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.DeviceException;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.ReferenceFunction;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.provider.Availability;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** The reference runs reference functions, in order, on exactly what is bound. */
class ReferenceBackendTest {
  private final CountDownLatch gate = new CountDownLatch(1);

  @Test
  void isUsableEverywhere() {
    assertThat(new ReferenceCpuProvider().probe())
        .isEqualTo(new Availability.Usable(ReferencePort.DEVICE));
  }

  @Test
  void freshMemoryIsPoisonedSoThatNobodyMistakesItForZeros() {
    try (Backend backend = open(dispatch -> {})) {
      assertThat(backend.allocate(12, "fresh").view(DType.F32).read().toDoubles())
          .containsOnly(Double.NaN);
      assertThat(backend.allocate(3, "fresh").view(DType.I8).read().toDoubles()).containsOnly(-1);
    }
  }

  @Test
  void runsSubmissionsInOrderEachSeeingTheWritesBefore() {
    int steps = 200;
    try (Backend backend = open(dispatch -> {
      await(gate);
      dispatch.buffer("out").setDouble(0, dispatch.buffer("x").getDouble(0) + 1);
    }); CommandQueue queue = backend.newQueue("main")) {
      Buffer[] pair = {buffer(backend, 0), buffer(backend, 0)};
      List<Submission> submissions = new ArrayList<>();
      Thread.ofPlatform().start(() -> gate.countDown());
      for (int i = 0; i < steps; i++) {
        submissions.add(submit(backend, queue, pair[i % 2], pair[(i + 1) % 2]));
      }
      submissions.forEach(Submission::await);
      assertThat(pair[steps % 2].view(DType.F32).read().toDoubles()).containsExactly(steps);
    }
  }

  @Test
  void whatIsDeclaredReadOnlyCannotBeWritten() {
    try (Backend backend = open(dispatch -> dispatch.buffer("x").setDouble(0, 7));
        CommandQueue queue = backend.newQueue("main")) {
      Buffer x = buffer(backend, 1);
      Submission submission = submit(backend, queue, x, buffer(backend, 0));
      assertThatThrownBy(submission::await).isInstanceOf(DeviceException.class)
          .hasMessageContaining("test:step")
          .hasCauseInstanceOf(IllegalArgumentException.class);
      assertThat(x.view(DType.F32).read().toDoubles()).containsExactly(1);
    }
  }

  @Test
  void aReferenceFunctionSeesOnlyTheDeclaredElements() {
    try (Backend backend = open(dispatch -> dispatch.buffer("out").setDouble(1, 7));
        CommandQueue queue = backend.newQueue("main")) {
      Buffer wide = backend.allocate(16, "wide");
      Submission submission = submit(backend, queue, buffer(backend, 1), wide);
      assertThatThrownBy(submission::await).hasCauseInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void anUnknownNameInAReferenceFunctionIsAnError() {
    try (Backend backend = open(dispatch -> dispatch.buffer("n"));
        CommandQueue queue = backend.newQueue("main")) {
      Submission submission = submit(backend, queue, buffer(backend, 1), buffer(backend, 0));
      assertThatThrownBy(submission::await)
          .hasRootCauseMessage("kernel test:step (f32) has no buffer 'n'");
    }
  }

  @Test
  void workAfterAFailureOnTheSameQueueDoesNotRun() {
    List<Double> seen = new ArrayList<>();
    try (Backend backend = open(dispatch -> {
      await(gate);
      seen.add(dispatch.buffer("x").getDouble(0));
      throw new IllegalStateException("broken");
    }); CommandQueue queue = backend.newQueue("main")) {
      Submission first = submit(backend, queue, buffer(backend, 1), buffer(backend, 0));
      Submission second = submit(backend, queue, buffer(backend, 2), buffer(backend, 0));
      gate.countDown();
      assertThatThrownBy(first::await).isInstanceOfSatisfying(DeviceException.class,
          failed -> assertThat(failed.code()).isEqualTo(Codes.SUBMISSION_FAILED));
      assertThatThrownBy(second::await).isInstanceOfSatisfying(DeviceException.class,
          failed -> assertThat(failed.code()).isEqualTo(Codes.QUEUE_FAILED));
      assertThat(seen).containsExactly(1.0);
    }
  }

  @Test
  void anErrorInHostWorkReachesTheWaiterAndTheBackendGoesOn() {
    try (Backend backend = open(dispatch -> {
      dispatch.buffer("out").setDouble(0, 7);
    });
        CommandQueue queue = backend.newQueue("main");
        CommandQueue next = backend.newQueue("next")) {
      Capture capture = backend.capture("host");
      capture.opaque("broken", List.of(), uses -> {
        throw new StackOverflowError("too deep");
      });
      Schedule schedule = capture.finish();
      try (Encoder encoder = queue.encoder("host")) {
        encoder.replay(schedule.newValues());
        Submission submission = encoder.commit();
        assertThatThrownBy(submission::await).isInstanceOf(DeviceException.class)
            .hasMessageContaining("host step 'broken'")
            .hasRootCauseInstanceOf(StackOverflowError.class);
      }
      Buffer out = buffer(backend, 0);
      submit(backend, next, buffer(backend, 1), out).await();
      assertThat(out.view(DType.F32).read().toDoubles()).containsExactly(7);
    }
  }

  private static Backend open(ReferenceFunction function) {
    KernelCase one = KernelCase.labelled("one", DType.F32)
        .input("x", Elements.of(DType.F32, 1))
        .constant("n",
            StructValue.ofLong(DType.U32, 1));
    GoldenCase golden = GoldenCase.of(one, "out", Elements.of(DType.F32, 2), "by hand: one more");
    KernelDeclaration kernel = KernelDeclaration.named("test:step")
        .buffer("x", Access.READ, "n")
        .buffer("out", Access.WRITE_ALL, "n")
        .constant("n", StructLayout.scalar(DType.U32))
        .dtype(DType.F32, Tolerance.exact())
        .reference(function)
        .cases((random, dtype) -> one)
        .golden(golden)
        .golden(golden)
        .golden(golden)
        .build();
    return new ReferenceCpuProvider()
        .open(KernelCatalog.builder().kernel(kernel, "test.jar").build());
  }

  private static Buffer buffer(Backend backend, double value) {
    Buffer buffer = backend.allocate(4, "buffer of " + value);
    buffer.view(DType.F32).write(Elements.of(DType.F32, value));
    return buffer;
  }

  private static Submission submit(Backend backend, CommandQueue queue, Buffer x, Buffer out) {
    Pipeline pipeline = backend.registry()
        .pipeline(
            new PipelineKey(dev.assay.spi.kernel.KernelName.of("test:step"), DType.F32, null));
    try (Encoder encoder = queue.encoder("step")) {
      encoder.dispatch(pipeline,
          new Bindings().buffer("x", x.view(DType.F32))
              .buffer("out", out.view(DType.F32))
              .constant("n", StructValue.ofLong(DType.U32, 1)),
          "one step");
      return encoder.commit();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stopped) {
      throw new IllegalStateException(stopped);
    }
  }
}
