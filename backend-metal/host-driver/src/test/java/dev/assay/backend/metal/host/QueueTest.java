package dev.assay.backend.metal.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalCommandBuffer;
import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.backend.metal.driver.MetalQueue;
import dev.assay.msl.MslBuild;
import dev.assay.spi.data.Bytes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.kernel.Access;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Command buffers over time. */
class QueueTest {
  @Test
  void commandBuffersRunInTheOrderOfCommitAndNotOfMaking() {
    try (Bench bench = new Bench()) {
      MetalPipeline fold = bench.pipeline("fold");
      MetalBuffer x = bench.buffer(1);
      MetalBuffer two = bench.buffer(2);
      MetalBuffer three = bench.buffer(3);
      MetalCommandBuffer first = bench.commandBuffer();
      MetalCommandBuffer second = bench.commandBuffer();
      fold(first, fold, x, three);
      fold(second, fold, x, two);
      Bench.Outcome firstEnd = new Bench.Outcome();
      Bench.Outcome secondEnd = new Bench.Outcome();

      second.commit(secondEnd);
      first.commit(firstEnd);

      assertThat(firstEnd.await().succeeded()).isTrue();
      assertThat(Bench.read(x)).containsExactly((17 + 2) * 17 + 3);
      assertThat(secondEnd.calls()).containsExactly("completed");
    }
  }

  private static void fold(MetalCommandBuffer commands, MetalPipeline fold, MetalBuffer x,
      MetalBuffer y) {
    var encoder = commands.computeEncoder();
    encoder.setPipeline(fold);
    encoder.setBuffer(x, 0, x.length(), Access.READ_WRITE, 0);
    encoder.setBuffer(y, 0, y.length(), Access.READ, 1);
    encoder.dispatch(Bench.threads(x.length() / 4));
    encoder.endEncoding();
  }

  @Test
  void oneEncoderAfterTheOtherIsOrderedLikeABarrier() {
    try (Bench bench = new Bench(MslBuild.FAST, ExecutionOrder.REVERSE)) {
      MetalPipeline fold = bench.pipeline("fold");
      MetalBuffer x = bench.buffer(1);
      MetalBuffer y = bench.buffer(2);
      MetalCommandBuffer commands = bench.commandBuffer();
      fold(commands, fold, x, y);
      fold(commands, fold, y, x);
      Bench.Outcome outcome = new Bench.Outcome();
      commands.commit(outcome);

      assertThat(outcome.await().succeeded()).isTrue();
      assertThat(Bench.read(y)).containsExactly(2 * 17 + 19);
    }
  }

  @Test
  void inlineBytesAreThoseOfTheTimeOfTheCall() {
    try (Bench bench = new Bench()) {
      MetalPipeline scale = bench.pipeline("scale");
      MetalBuffer x = bench.buffer(1, 2);
      MetalBuffer y = bench.empty(2);
      var bytes = java.lang.foreign.MemorySegment.ofArray(new byte[16]);
      Bytes.copy(Bench.args(5, 2, 1), bytes);

      bench.run(encoder -> {
        encoder.setPipeline(scale);
        encoder.setBuffer(x, 0, 8, Access.READ, 0);
        encoder.setBuffer(y, 0, 8, Access.WRITE_SOME, 1);
        encoder.setBytes(bytes, 16, 2);
        bytes.fill((byte) 0);
        encoder.dispatch(Bench.threads(2));
      });

      assertThat(Bench.read(y)).containsExactly(6, 11);
    }
  }

  @Test
  void aFullQueueHasRoomAgainWhenACommandBufferEndsOrIsDiscarded() {
    try (Bench bench = new Bench()) {
      List<MetalCommandBuffer> open = new ArrayList<>();
      for (int i = 0; i < Bench.ROOM; i++) {
        open.add(bench.commandBuffer());
      }
      assertThatThrownBy(bench::commandBuffer).isInstanceOf(InvalidCallException.class);
      open.removeFirst().discard();
      open.add(bench.commandBuffer());
      Bench.Outcome outcome = new Bench.Outcome();
      open.removeFirst().commit(outcome);
      outcome.await();
      open.add(bench.commandBuffer());

      assertThat(catchThrowableOfType(InvalidCallException.class, bench::commandBuffer).code())
          .isEqualTo(MetalRule.QUEUE_FULL.code());
      open.forEach(MetalCommandBuffer::discard);
    }
  }

  @Test
  void aDiscardedCommandBufferRunsNothingAndFreesWhatItUsed() {
    try (Bench bench = new Bench()) {
      MetalPipeline narrow = bench.pipeline("narrow");
      MetalBuffer x = bench.buffer(7);
      MetalCommandBuffer commands = bench.commandBuffer();
      var encoder = commands.computeEncoder();
      encoder.setPipeline(narrow);
      encoder.setBuffer(x, 0, 4, Access.WRITE_ALL, 0);
      encoder.dispatch(Bench.threads(1));

      commands.discard();

      assertThat(bench.run(next -> {}).succeeded()).isTrue();
      assertThat(Bench.read(x)).containsExactly(7);
    }
  }

  @Test
  void aThrowingCompletionDoesNotEndTheQueue() {
    try (Bench bench = new Bench()) {
      bench.commandBuffer().commit(new MetalCommandBuffer.Completion() {
        @Override
        public void completed(long deviceNanos) {
          throw new AssertionError("on purpose");
        }

        @Override
        public void failed(String label, Throwable cause) {
          throw new AssertionError("never", cause);
        }
      });

      assertThat(bench.run(encoder -> {}).calls()).containsExactly("completed");
    }
  }

  @Test
  void whatACommandBufferUsedMayBeReleasedAndReadInItsCompletion() throws Exception {
    try (Bench bench = new Bench()) {
      MetalPipeline narrow = bench.pipeline("narrow");
      MetalBuffer x = bench.driver().newBuffer(4);
      var commands = bench.commandBuffer();
      var encoder = commands.computeEncoder();
      encoder.setPipeline(narrow);
      encoder.setBuffer(x, 0, 4, Access.WRITE_ALL, 0);
      encoder.dispatch(Bench.threads(1));
      encoder.endEncoding();
      var read = new java.util.concurrent.CompletableFuture<Integer>();
      commands.commit(new MetalCommandBuffer.Completion() {
        @Override
        public void completed(long deviceNanos) {
          int value = Bench.read(x)[0];
          x.release();
          read.complete(value);
        }

        @Override
        public void failed(String label, Throwable cause) {
          read.completeExceptionally(cause);
        }
      });

      assertThat(read.get()).isZero();
    }
  }

  @Test
  void closingWithWorkInFlightLetsItEndAndNamesWhatIsLeft() throws Exception {
    Bench bench = new Bench();
    MetalPipeline spin = bench.pipeline("spin");
    MetalBuffer x = bench.buffer(1, 2, 3);
    CountDownLatch gate = new CountDownLatch(1);
    bench.hold(gate);
    Bench.Outcome outcome = bench.submit(encoder -> {
      encoder.setPipeline(spin);
      encoder.setBuffer(x, 0, 12, Access.READ_WRITE, 0);
      encoder.setBytes(Bench.uint(1000), 4, 1);
      encoder.dispatch(Bench.threads(3));
    });
    try (var executor = Executors.newSingleThreadExecutor()) {
      Future<InvalidCallException> closing = executor.submit(
          () -> catchThrowableOfType(InvalidCallException.class, bench.driver()::close));
      gate.countDown();

      assertThat(closing.get().getMessage()).contains("metal.leaked", "buffer 1 of 12 bytes",
          "pipeline 'spin'", "queue 'q'");
      assertThat(outcome.calls()).containsExactly("completed");
    }
  }

  @Test
  void twoQueuesMayReadTheSameAndWriteApart() {
    try (Bench bench = new Bench()) {
      MetalPipeline fold = bench.pipeline("fold");
      MetalBuffer shared = bench.buffer(5);
      MetalBuffer first = bench.buffer(1);
      MetalBuffer second = bench.buffer(2);
      CountDownLatch gate = new CountDownLatch(1);
      bench.hold(gate);
      MetalCommandBuffer held = bench.commandBuffer();
      fold(held, fold, first, shared);
      Bench.Outcome heldEnd = new Bench.Outcome();
      held.commit(heldEnd);
      MetalQueue other = bench.driver().newQueue("other", 1);
      MetalCommandBuffer free = other.commandBuffer("free");
      fold(free, fold, second, shared);
      Bench.Outcome freeEnd = new Bench.Outcome();
      free.commit(freeEnd);

      assertThat(freeEnd.await().succeeded()).isTrue();
      assertThat(Bench.read(second)).containsExactly(2 * 17 + 5);
      gate.countDown();
      assertThat(heldEnd.await().succeeded()).isTrue();
      // The first queue's work has ended: its bytes are free for the other.
      MetalCommandBuffer after = other.commandBuffer("after");
      fold(after, fold, first, shared);
      Bench.Outcome afterEnd = new Bench.Outcome();
      after.commit(afterEnd);
      assertThat(afterEnd.await().succeeded()).isTrue();
      other.release();
    }
  }

  @Test
  void manyThreadsUseOneDevice() throws Exception {
    int threads = 6;
    try (Bench bench = new Bench(); var executor = Executors.newFixedThreadPool(threads)) {
      MetalPipeline fold = bench.pipeline("fold");
      MetalBuffer step = bench.buffer(1);
      List<Callable<Integer>> work = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        work.add(() -> {
          MetalQueue queue = bench.driver().newQueue("thread", 3);
          MetalBuffer own = bench.driver().newBuffer(4);
          own.contents().fill((byte) 0);
          for (int i = 0; i < 20; i++) {
            List<Bench.Outcome> outcomes = new ArrayList<>();
            for (int k = 0; k < 3; k++) {
              MetalCommandBuffer commands = queue.commandBuffer("step");
              fold(commands, fold, own, step);
              Bench.Outcome outcome = new Bench.Outcome();
              commands.commit(outcome);
              outcomes.add(outcome);
            }
            for (Bench.Outcome outcome : outcomes) {
              assertThat(outcome.await().succeeded()).isTrue();
            }
            // Told means ended: the queue has room and the buffer is free again.
          }
          int value = Bench.read(own)[0];
          own.release();
          queue.release();
          return value;
        });
      }
      int expected = 0;
      for (int i = 0; i < 60; i++) {
        expected = expected * 17 + 1;
      }
      for (Future<Integer> value : executor.invokeAll(work)) {
        assertThat(value.get()).isEqualTo(expected);
      }
    }
  }
}
