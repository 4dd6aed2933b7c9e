package dev.assay.runtime.tensor;

import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.KernelRegistry;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.Submission;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.op.KernelCall;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A scope whose kernel calls go to the device as they come. It belongs to the thread that opened it. An error in data is
 * thrown by the read of a result, at the latest on close; from then on the scope is only good for closing.
 */
final class EagerScope implements TensorScope {
  private final Device device;
  private final String label;
  private final CommandStream stream;
  private final Set<TensorMemory> memories = new HashSet<>();
  private final ScopeLibraries libraries;
  private long tensors;
  private boolean closed;

  EagerScope(Device device, String label) {
    this.device = device;
    this.label = label;
    this.stream = new CommandStream(device.queues(), label);
    this.libraries = new ScopeLibraries(this, device.libraries());
  }

  Device device() {
    return device;
  }

  @Override
  public <T> T ops(Class<T> type) {
    checkUsable("ops");
    return libraries.get(type);
  }

  @Override
  public Tensor empty(DType dtype, Shape shape) {
    checkUsable("empty");
    return DeviceTensor.whole(allocate(dtype, shape), dtype, shape);
  }

  @Override
  public Tensor tensor(Elements values, Shape shape) {
    checkUsable("tensor");
    if (values.length() != shape.elements()) {
      throw new InvalidCallException(
          Problem.of(Codes.SHAPE_INVALID, "the number of values is not that of shape " + shape)
              .at("tensor")
              .expected(shape.elements() + " values", values.length() + " values"));
    }
    TensorMemory memory = allocate(values.dtype(), shape);
    memory.fill(values.memory());
    return DeviceTensor.whole(memory, values.dtype(), shape);
  }

  @Override
  public void run(KernelCall call) {
    checkUsable("run of " + call.kernel());
    KernelRegistry registry = device.backend().registry();
    Pipeline pipeline =
        registry.pipeline(registry.choose(call.kernel(), call.dtype(), call.constants()));
    CallArguments arguments = CallArguments.check(this, pipeline, call);
    arguments.shareForeign();
    stream.encode(
        encoder -> encoder.dispatch(pipeline, arguments.bindings(), call.kernel().toString()),
        arguments.reads(), arguments.writes());
  }

  /** Encodes a call of something that was prepared before, as if it were one kernel call. */
  void encode(Consumer<Encoder> call, List<TensorMemory> reads, List<TensorMemory> writes) {
    checkUsable("run");
    stream.encode(call, reads, writes);
  }

  /** The same in a submission of its own that is waited for. */
  Submission.Clocks timed(Consumer<Encoder> call, List<TensorMemory> reads,
      List<TensorMemory> writes) {
    checkUsable("run");
    return stream.timed(call, reads, writes);
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    checkThread("close");
    closed = true;
    try {
      if (device.isClosed()) {
        abandon();
      } else {
        stream.close();
      }
    } finally {
      List.copyOf(memories).forEach(TensorMemory::close);
      memories.clear();
    }
  }

  /** Waits until nothing uses this memory; false where calls that another scope has still to hand over use it. */
  boolean awaitIdle(TensorMemory memory) {
    return memory.awaitIdle(stream);
  }

  /** Releases the tensors, on any thread: for a scope that made tensors and has run no call. */
  void releaseTensors() {
    closed = true;
    List.copyOf(memories).forEach(TensorMemory::close);
    memories.clear();
  }

  /** Closes a tensor of this scope ahead of the scope. */
  void release(TensorMemory memory) {
    if (!memory.isClosed()) {
      checkThread("close of a tensor");
      memories.remove(memory);
      memory.close();
    }
  }

  private void abandon() {
    if (stream.hasOpenCalls()) {
      InvalidCallException lost = new InvalidCallException(
          Problem
              .of(Codes.CLOSED,
                  "the Assay was closed before the last kernel calls of " + label + " ran")
              .at("close")
              .remedy("close scopes before their Assay"));
      stream.abandon(lost);
      throw lost;
    }
  }

  private TensorMemory allocate(DType dtype, Shape shape) {
    long bytes;
    try {
      bytes = Math.multiplyExact(shape.elements(), dtype.sizeBytes());
    } catch (ArithmeticException beyond) {
      throw new InvalidCallException(
          Problem.of(Codes.INDEX_OVERFLOW,
              "the bytes of a tensor of " + dtype + " " + shape + " do not fit 64 bits"),
          beyond);
    }
    String name = label + " tensor " + ++tensors + ": " + dtype + " " + shape;
    TensorMemory memory = new TensorMemory(this, device.backend().allocate(bytes, name));
    memories.add(memory);
    return memory;
  }

  private void checkUsable(String where) {
    device.checkOpen(where);
    checkThread(where);
    if (closed) {
      throw new InvalidCallException(Problem.of(Codes.CLOSED, label + " is closed").at(where));
    }
  }

  private void checkThread(String where) {
    if (!stream.isOwner()) {
      throw new InvalidCallException(
          Problem.of(Codes.THREAD, label + " belongs to another thread")
              .at(where)
              .expected("the thread that opened it",
                  "thread '" + Thread.currentThread().getName() + "'")
              .remedy("open a scope on each thread; tensors of other scopes can be read"));
    }
  }
}
