package dev.assay.backend.support;

import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.BufferPool;
import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.backend.KernelRegistry;
import dev.assay.spi.backend.Schedule;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.kernel.KernelCatalog;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A backend over a device port. Thread-safe. Everything that is the same on every device is done here, so that a
 * backend is its port.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class SupportBackend implements Backend {
  private final String id;
  private final DevicePort port;
  private final SupportRegistry registry;
  private final Set<SupportBuffer> buffers = ConcurrentHashMap.newKeySet();
  private final Set<SupportQueue> queues = ConcurrentHashMap.newKeySet();
  private final Set<SupportPool> pools = ConcurrentHashMap.newKeySet();
  private final Set<SegmentedSchedule> schedules = ConcurrentHashMap.newKeySet();
  private final Wrappings wrappings = new Wrappings();
  private final MemoryBudget budget;
  private final AtomicReference<@Nullable DeviceLoss> loss = new AtomicReference<>();
  // Read: something is being made. Write: from here on nothing is.
  private final ReentrantReadWriteLock making = new ReentrantReadWriteLock();
  private volatile boolean closed;

  /** A backend with this provider id, over this port, for these kernels. It owns the port. */
  public SupportBackend(String id, DevicePort port, KernelCatalog catalog) {
    this.id = id;
    this.port = port;
    this.budget = new MemoryBudget(port, buffers);
    this.registry = new SupportRegistry(this, catalog);
  }

  /**
   * A backend of this id for the same kernels over what {@code decoration} makes of this one's port: one that records,
   * checks, or is wrong on purpose. It owns the port from then on and this backend is closed, so that only one that
   * nothing was made with can be decorated; any other is an {@code IllegalStateException}.
   */
  public synchronized SupportBackend decorated(String other,
      UnaryOperator<DevicePort> decoration) {
    if (closed || !buffers.isEmpty() || !queues.isEmpty() || !pools.isEmpty()
        || !schedules.isEmpty() || !registry.unreleased().isEmpty()) {
      throw new IllegalStateException(
          "backend " + id + " is in use or closed, and is decorated before it is used");
    }
    closed = true;
    return new SupportBackend(other, decoration.apply(port), registry.catalog());
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public String device() {
    return port.device();
  }

  @Override
  public DeviceProfile profile() {
    return port.profile();
  }

  @Override
  public KernelRegistry registry() {
    return registry;
  }

  @Override
  public Buffer allocate(long lengthBytes, String label) {
    if (lengthBytes < 0) {
      throw new InvalidCallException(
          Problem.of(Codes.BUFFER_RANGE, "buffer '" + label + "' would have a negative length")
              .expected("0 or more bytes", Long.toString(lengthBytes)));
    }
    return make("allocation of '" + label + "'", () -> {
      // A buffer of no bytes still has an address to bind.
      DevicePort.Memory memory = budget.reserve(Math.max(1, lengthBytes), label);
      return adopt(new SupportBuffer(this, label, lengthBytes, this::releaseOwn, memory));
    });
  }

  @Override
  public Buffer wrap(MemorySegment memory, String label) {
    return make("wrapping of '" + label + "'", () -> {
      Wrappings.Wrapping wrapping = wrappings.begin(memory, label);
      try {
        return adopt(new SupportBuffer(this, label, memory.byteSize(), (buffer, wrapped) -> {
          release(wrapped::release);
          wrappings.end(wrapping);
          forget(buffer);
        }, port.wrap(memory)));
      } catch (Throwable refused) {
        wrappings.end(wrapping);
        throw refused;
      }
    });
  }

  @Override
  public BufferPool newPool(String label) {
    return make("pool '" + label + "'", () -> {
      SupportPool pool = new SupportPool(this, label);
      pools.add(pool);
      return pool;
    });
  }

  @Override
  public Capture capture(String label) {
    checkUsable("capture '" + label + "'");
    return new SupportCapture(this, label);
  }

  @Override
  public CompiledSchedule compile(Schedule schedule, CompiledSchedule.Options options) {
    if (schedule instanceof SupportSchedule mine) {
      mine.checkOwner(this);
      return make("compile of '" + schedule.label() + "'", () -> {
        SegmentedSchedule compiled = new SegmentedSchedule(mine, options);
        schedules.add(compiled);
        return compiled;
      });
    }
    throw new InvalidCallException(
        Problem
            .of(Codes.BIND_FOREIGN,
                "schedule '" + schedule.label() + "' was captured by another kind of backend")
            .at("compile"));
  }

  @Override
  public CommandQueue newQueue(String label) {
    return make("queue '" + label + "'", () -> {
      SupportQueue queue = new SupportQueue(this, label, port.newQueue(label));
      queues.add(queue);
      return queue;
    });
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    List<RuntimeException> failures = new ArrayList<>();
    closeAll(queues, SupportQueue::close, failures);
    // Whatever is being made now is finished first, so that it is closed below like everything else.
    making.writeLock().lock();
    try {
      closed = true;
    } finally {
      making.writeLock().unlock();
    }
    closeAll(queues, SupportQueue::close, failures);
    closeAll(schedules, SegmentedSchedule::releaseAll, failures);
    closeAll(buffers, SupportBuffer::close, failures);
    closeAll(pools, SupportPool::close, failures);
    closeAll(registry.unreleased(), SupportPipeline::release, failures);
    closeAll(List.of(port), this::closePort, failures);
    if (!failures.isEmpty()) {
      RuntimeException first = failures.removeFirst();
      failures.forEach(first::addSuppressed);
      throw first;
    }
  }

  /** Closes each, also after one has failed. */
  private static <T> void closeAll(Collection<T> all, Consumer<T> close,
      List<RuntimeException> failures) {
    for (T each : List.copyOf(all)) {
      try {
        close.accept(each);
      } catch (RuntimeException failed) {
        failures.add(failed);
      }
    }
  }

  private void closePort(DevicePort owned) {
    release(owned::close);
  }

  /** Gives something of the device back. What is lost cannot be given back, so then a refusal says nothing new. */
  void release(Runnable release) {
    try {
      release.run();
    } catch (RuntimeException refused) {
      if (loss.get() == null) {
        throw refused;
      }
    }
  }

  /** Makes something that {@link #close()} must find: either it is there when closing begins, or it is refused. */
  <T> T make(String where, Supplier<T> maker) {
    making.readLock().lock();
    try {
      checkUsable(where);
      return maker.get();
    } finally {
      making.readLock().unlock();
    }
  }

  /** From now on everything is refused but closing. */
  void lose(DeviceLoss first) {
    loss.compareAndSet(null, first);
  }

  /** All submissions that have not finished, in the order of commit, for messages. */
  String inFlight() {
    return SupportSubmission
        .describe(queues.stream().flatMap(queue -> queue.inFlight().stream()));
  }

  boolean isUsable() {
    return !closed && loss.get() == null;
  }

  boolean isClosed() {
    return closed;
  }

  DevicePort port() {
    return port;
  }

  MemoryBudget budget() {
    return budget;
  }

  SupportBuffer adopt(SupportBuffer buffer) {
    buffers.add(buffer);
    return buffer;
  }

  void forget(SupportBuffer buffer) {
    buffers.remove(buffer);
  }

  private void releaseOwn(SupportBuffer buffer, DevicePort.Memory memory) {
    release(memory::release);
    budget.unreserve(Math.max(1, buffer.lengthBytes()));
    forget(buffer);
  }

  void forget(SupportPipeline pipeline) {
    registry.forget(pipeline);
  }

  void closed(SupportPool pool) {
    pools.remove(pool);
  }

  void closed(SupportQueue queue) {
    queues.remove(queue);
  }

  void closed(SegmentedSchedule schedule) {
    schedules.remove(schedule);
  }

  void checkUsable(String where) {
    if (closed) {
      throw new InvalidCallException(
          Problem.of(Codes.CLOSED, "backend " + id + " is closed").at(where));
    }
    DeviceLoss lost = loss.get();
    if (lost != null) {
      throw lost.refusal(where);
    }
  }
}
