package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.backend.BufferPool;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.ResourceException;
import dev.assay.spi.kernel.KernelName;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Closing finds everything, also what other threads are making meanwhile. */
class BackendCloseTest {
  @RepeatedTest(5)
  @Timeout(60)
  void whatIsMadeWhileTheBackendClosesIsClosedOrRefused() throws InterruptedException {
    HeapPort port = new HeapPort(false);
    SupportBackend backend = BindingProblemsTest.open(port);
    BufferPool pool = backend.newPool("pool");
    AtomicReference<Throwable> unexpected = new AtomicReference<>();
    List<Runnable> makers = List.of(
        () -> backend.allocate(8, "buffer"),
        () -> pool.lease(8, "lease"),
        () -> backend.newQueue("queue"),
        () -> backend.registry()
            .pipeline(new PipelineKey(KernelName.of("test:scale"), DType.F32, null)));
    CountDownLatch started = new CountDownLatch(makers.size());
    List<Thread> threads = new ArrayList<>();
    for (Runnable maker : makers) {
      threads.add(Thread.ofPlatform().start(() -> {
        started.countDown();
        try {
          while (true) {
            makeOne(maker);
          }
        } catch (InvalidCallException refused) {
          if (!refused.code().equals(Codes.CLOSED)) {
            unexpected.set(refused);
          }
        } catch (Throwable other) {
          unexpected.set(other);
        }
      }));
    }
    started.await();
    backend.close();
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(unexpected).hasValue(null);
    assertThat(port.liveMemories).hasValue(0);
    assertThat(port.livePipelines).hasValue(0);
  }

  private static void makeOne(Runnable maker) {
    try {
      maker.run();
    } catch (ResourceException full) {
      // The budget is used up before the backend is closed: go on asking.
      Thread.onSpinWait();
    }
  }

  @Test
  void anEncoderLeftOpenDoesNotReachTheClosedDevice() {
    Fixture f = new Fixture();
    Encoder encoder = f.queue.encoder("left open");
    f.close();
    encoder.close();
    assertThat(f.port.stream).isEmpty();
  }
}
