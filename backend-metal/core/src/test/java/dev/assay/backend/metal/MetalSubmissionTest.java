package dev.assay.backend.metal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalCommandBuffer;
import dev.assay.backend.metal.driver.MetalComputeEncoder;
import dev.assay.backend.metal.driver.MetalDriver;
import dev.assay.backend.metal.driver.MetalQueue;
import dev.assay.backend.metal.driver.idle.NullDriver;
import dev.assay.backend.support.DevicePort;
import dev.assay.spi.error.InvalidCallException;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a queue uses again, over a driver that completes command buffers when the test says so. */
class MetalSubmissionTest {
  private final MetalDriver idle = new NullDriver();
  private final Deque<MetalCommandBuffer.Completion> running = new ArrayDeque<>();
  private final MetalWorkQueue queue = new MetalWorkQueue(late(), "queue");

  private MetalDriver late() {
    MetalQueue commands = idle.newQueue("idle", 1);
    return (MetalDriver) Proxy.newProxyInstance(MetalDriver.class.getClassLoader(),
        new Class<?>[] {MetalDriver.class},
        (proxy, method, arguments) -> method.getName().equals("newQueue")
            ? new LateQueue(commands)
            : method.invoke(idle, arguments));
  }

  private final class LateQueue implements MetalQueue {
    private final MetalQueue commands;

    LateQueue(MetalQueue commands) {
      this.commands = commands;
    }

    @Override
    public MetalCommandBuffer commandBuffer(String label) {
      return new MetalCommandBuffer() {
        @Override
        public MetalComputeEncoder computeEncoder() {
          return commands.commandBuffer(label).computeEncoder();
        }

        @Override
        public void commit(Completion completion) {
          running.add(completion);
        }

        @Override
        public void discard() {}
      };
    }

    @Override
    public void release() {}
  }

  /** As Metal does: a completion that throws has told nobody. */
  private void complete() {
    MetalCommandBuffer.Completion completion = running.remove();
    try {
      completion.completed(1);
    } catch (Throwable thrown) {
      completion.failed(null, thrown);
    }
  }

  /** What the port said of a submission. */
  private static final class Told implements DevicePort.Completion {
    final List<String> words = new ArrayList<>();
    private final boolean throwing;

    Told(boolean throwing) {
      this.throwing = throwing;
    }

    @Override
    public void completed(long deviceNanos) {
      words.add("completed");
      if (throwing) {
        throw new IllegalStateException("no room to note it");
      }
    }

    @Override
    public void failed(DevicePort.FailureScope scope, @Nullable String dispatch, Throwable cause) {
      words.add("failed: " + cause.getMessage());
    }
  }

  @Test
  void whatCompletedIsUsedAgain() {
    DevicePort.Encoder first = queue.encoder("first");
    for (int i = 0; i < 3; i++) {
      Told told = new Told(false);
      DevicePort.Encoder encoder = i == 0 ? first : queue.encoder("again");
      assertThat(encoder).isSameAs(first);
      encoder.commit(told);
      assertThat(queue.encoder("meanwhile")).isNotSameAs(first);
      complete();
      assertThat(told.words).containsExactly("completed");
    }
  }

  @Test
  void whoeverThrowsWhenItIsToldIsToldSoAndTheNextIsLeftAlone() {
    Told throwing = new Told(true);
    queue.encoder("throwing").commit(throwing);
    complete();
    assertThat(throwing.words).containsExactly("completed", "failed: no room to note it");
    Told next = new Told(false);
    queue.encoder("next").commit(next);
    assertThat(running).isEmpty();
    assertThat(next.words).singleElement().asString().contains("an earlier submission");
  }

  /** A submission of one command buffer, with memory that the driver does not take back. */
  private MetalSubmission keepingMemory() {
    MetalSubmission submission =
        new MetalSubmission(queue, (MetalWorkEncoder) queue.encoder("keeps memory"));
    submission.add(queue.commandBuffer("keeps memory"));
    submission.keep((MetalBuffer) Proxy.newProxyInstance(MetalBuffer.class.getClassLoader(),
        new Class<?>[] {MetalBuffer.class}, (proxy, method, arguments) -> {
          throw new IllegalStateException("the memory stays");
        }));
    return submission;
  }

  @Test
  void whoeverWaitsIsToldOnceWhateverTheDriverDoesNotTakeBack() {
    Told completing = new Told(false);
    Told waiting = new Told(false);
    keepingMemory().submit(completing);
    complete();
    keepingMemory().submit(waiting);
    assertThat(completing.words).containsExactly("failed: the memory stays");
    assertThat(waiting.words).singleElement().asString().contains("an earlier submission");
    // Each command buffer gave its room back, and no more than that.
    for (int i = 0; i < MetalWorkQueue.MOST_COMMAND_BUFFERS; i++) {
      queue.commandBuffer("room");
    }
    assertThatThrownBy(() -> queue.commandBuffer("one more"))
        .isInstanceOf(InvalidCallException.class);
  }
}
