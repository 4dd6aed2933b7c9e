package dev.assay.backend.metal.host;

import dev.assay.backend.metal.driver.FunctionConstantValue;
import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalCommandBuffer;
import dev.assay.backend.metal.driver.MetalComputeEncoder;
import dev.assay.backend.metal.driver.MetalFunction;
import dev.assay.backend.metal.driver.MetalIndirectCommandBuffer;
import dev.assay.backend.metal.driver.MetalLibrary;
import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.backend.metal.driver.MetalQueue;
import dev.assay.msl.MslBuild;
import dev.assay.msl.reader.MslSource;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.Geometry;
import dev.assay.spi.kernel.MathMode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A device with a library, a queue and what a test makes besides, all released with it. */
final class Bench implements AutoCloseable {
  static final Path CACHE = Path.of("target", "cache", "msl").toAbsolutePath();
  static final int ROOM = 8;
  static final long BUDGET = 64L << 20;

  private static final StructLayout ARGS = StructLayout.struct("args")
      .field("factor", DType.U32)
      .field("length", DType.U32)
      .field("offset", DType.U64)
      .build();

  private final HostDriver driver;
  private final MetalLibrary library;
  private final MetalQueue queue;
  private final Deque<Runnable> releases = new ArrayDeque<>();
  private final List<CountDownLatch> gates = new ArrayList<>();
  private boolean closed;

  Bench(MslBuild build, ExecutionOrder order) {
    driver = new HostDriver(new HostCompiler(build, CACHE, 2), order, 2, BUDGET);
    library =
        released(driver.newLibrary("kernels", source(), MathMode.SAFE), MetalLibrary::release);
    queue = released(driver.newQueue("q", ROOM), MetalQueue::release);
  }

  Bench() {
    this(MslBuild.FAST, ExecutionOrder.FORWARD);
  }

  static MslSource source() {
    try (InputStream in = Bench.class.getResourceAsStream("kernels.metal")) {
      return MslSource.of("kernels.metal",
          new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private <T> T released(T object, java.util.function.Consumer<T> release) {
    releases.push(() -> release.accept(object));
    return object;
  }

  HostDriver driver() {
    return driver;
  }

  MetalLibrary library() {
    return library;
  }

  MetalQueue queue() {
    return queue;
  }

  MetalFunction function(String kernel, FunctionConstantValue... constants) {
    return released(library.newFunction(kernel, List.of(constants)), MetalFunction::release);
  }

  MetalPipeline pipeline(String kernel, FunctionConstantValue... constants) {
    return released(driver.newPipeline(kernel, function(kernel, constants), false),
        MetalPipeline::release);
  }

  MetalPipeline indirectPipeline(String kernel) {
    return released(driver.newPipeline(kernel, function(kernel), true), MetalPipeline::release);
  }

  MetalIndirectCommandBuffer indirect(int bindings, MetalPipeline... pipelines) {
    return released(driver.newIndirectCommandBuffer(List.of(pipelines), bindings),
        MetalIndirectCommandBuffer::release);
  }

  MetalBuffer buffer(int... values) {
    MetalBuffer buffer = empty(values.length);
    MemorySegment.copy(values, 0, buffer.contents(), ValueLayout.JAVA_INT, 0, values.length);
    return buffer;
  }

  /** Room for so many values. */
  MetalBuffer empty(int count) {
    return released(driver.newBuffer(4L * count), MetalBuffer::release);
  }

  static int[] read(MetalBuffer buffer) {
    return buffer.contents().toArray(ValueLayout.JAVA_INT);
  }

  MetalCommandBuffer commandBuffer() {
    return queue.commandBuffer("work");
  }

  /** Encodes, commits and waits. */
  Outcome run(java.util.function.Consumer<MetalComputeEncoder> encode) {
    return submit(encode).await();
  }

  Outcome submit(java.util.function.Consumer<MetalComputeEncoder> encode) {
    MetalCommandBuffer commands = commandBuffer();
    MetalComputeEncoder encoder = commands.computeEncoder();
    encode.accept(encoder);
    encoder.endEncoding();
    Outcome outcome = new Outcome();
    commands.commit(outcome);
    return outcome;
  }

  /** Holds the queue until the latch opens: what is committed now stays in flight. */
  Outcome hold(CountDownLatch gate) {
    gates.add(gate);
    Outcome outcome = new Outcome(gate);
    commandBuffer().commit(outcome);
    // It has begun: from here on what is in flight is a matter of what is committed, not of time.
    return outcome.await();
  }

  /** {@code out = a * 31 + b} over whole buffers. */
  static void mix(MetalComputeEncoder encoder, MetalPipeline mix, MetalBuffer a, MetalBuffer b,
      MetalBuffer out) {
    encoder.setPipeline(mix);
    encoder.setBuffer(a, 0, a.length(), Access.READ, 0);
    encoder.setBuffer(b, 0, b.length(), Access.READ, 1);
    encoder.setBuffer(out, 0, out.length(), Access.WRITE_ALL, 2);
    encoder.label("mix");
    encoder.dispatch(threads(out.length() / 4));
  }

  static MemorySegment args(int factor, int length, long offset) {
    return ARGS.value()
        .set("factor", factor)
        .set("length", length)
        .set("offset", offset)
        .build()
        .bytes();
  }

  static MemorySegment uint(int value) {
    return MemorySegment.ofArray(new int[] {value});
  }

  static FunctionConstantValue bool(String name, int index, boolean value) {
    return new FunctionConstantValue(name, index, StructValue.ofLong(DType.BOOL, value ? 1 : 0));
  }

  static FunctionConstantValue integer(String name, int index, int value) {
    return new FunctionConstantValue(name, index, StructValue.ofLong(DType.I32, value));
  }

  static Grid threads(long count) {
    return grid(Geometry.Form.THREADS, count, 32);
  }

  static Grid grid(Geometry.Form form, long count, int group) {
    return new Grid(form, count, 1, 1, group, 1, 1, List.of());
  }

  /** May be called again. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    releases.forEach(Runnable::run);
    driver.close();
  }

  /** Closes what a test has left in pieces. */
  void abandon() {
    gates.forEach(CountDownLatch::countDown);
    try {
      driver.close();
    } catch (dev.assay.spi.error.InvalidCallException leaks) {
      // That they are there is the test's doing.
      return;
    }
  }

  /** How a command buffer ended. */
  static final class Outcome implements MetalCommandBuffer.Completion {
    private final CompletableFuture<Long> end = new CompletableFuture<>();
    private final CountDownLatch gate;
    private final List<String> calls = new ArrayList<>();

    Outcome() {
      this(new CountDownLatch(0));
    }

    /** Stays in its callback until the gate opens. */
    Outcome(CountDownLatch gate) {
      this.gate = gate;
    }

    @Override
    public synchronized void completed(long deviceNanos) {
      calls.add("completed");
      end.complete(deviceNanos);
      awaitGate();
    }

    @Override
    public synchronized void failed(String label, Throwable cause) {
      calls.add("failed " + label);
      end.completeExceptionally(cause);
      awaitGate();
    }

    private void awaitGate() {
      try {
        if (!gate.await(1, TimeUnit.MINUTES)) {
          throw new IllegalStateException("nobody opened the gate");
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    Outcome await() {
      end.handle((nanos, failure) -> true).join();
      return this;
    }

    boolean succeeded() {
      return !end.isCompletedExceptionally();
    }

    Throwable cause() {
      return end.exceptionNow();
    }

    synchronized List<String> calls() {
      return List.copyOf(calls);
    }

    @Override
    public String toString() {
      return Arrays.toString(calls.toArray());
    }
  }
}
