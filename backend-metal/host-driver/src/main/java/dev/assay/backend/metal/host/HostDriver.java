package dev.assay.backend.metal.host;

import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalDriver;
import dev.assay.backend.metal.driver.MetalFunction;
import dev.assay.backend.metal.driver.MetalIndirectCommandBuffer;
import dev.assay.backend.metal.driver.MetalLibrary;
import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.backend.metal.driver.MetalQueue;
import dev.assay.msl.compiler.KernelCompiler;
import dev.assay.msl.reader.MslSource;
import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.backend.LibraryCall;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.ResourceException;
import dev.assay.spi.error.UnavailableException;
import dev.assay.spi.kernel.MathMode;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A Metal device made of this machine's cores. Safe for use by any thread. */
final class HostDriver implements MetalDriver {
  /** What memory of the host starts at and ends with a multiple of, as pages do. */
  private static final long PAGE = 4096;

  private final HostCompiler compiler;
  private final ExecutionOrder order;
  private final int workers;
  private final long budgetBytes;
  private final Set<HostObject> live = ConcurrentHashMap.newKeySet();
  private final WorkInFlight inFlight = new WorkInFlight();
  private final AtomicLong allocatedBytes = new AtomicLong();
  private final AtomicLong bufferNumber = new AtomicLong();
  private final AtomicBoolean closed = new AtomicBoolean();

  HostDriver(HostCompiler compiler, ExecutionOrder order, int workers, long budgetBytes) {
    this.compiler = compiler;
    this.order = order;
    this.workers = workers;
    this.budgetBytes = budgetBytes;
  }

  HostCompiler compiler() {
    return compiler;
  }

  WorkInFlight inFlight() {
    return inFlight;
  }

  @Override
  public String device() {
    return "CPU with " + workers + (workers == 1 ? " core" : " cores")
        + " as a Metal device (host driver, " + lower(compiler.build()) + " build, "
        + lower(order) + " order)";
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public DeviceProfile profile() {
    return DeviceProfile.APPLE7;
  }

  @Override
  public long memoryBudgetBytes() {
    return budgetBytes;
  }

  @Override
  public boolean isCpu() {
    return true;
  }

  @Override
  public long compileCount() {
    return compiler.compileCount();
  }

  @Override
  public boolean usesLabels() {
    return true;
  }

  /** The math mode has no say: what fast allows, safe does too. */
  @Override
  public MetalLibrary newLibrary(String label, MslSource source, MathMode mathMode) {
    requireOpen(() -> "library '" + label + "'");
    return new HostLibrary(this, label, source, KernelCompiler.read(source));
  }

  @Override
  public MetalPipeline newPipeline(String label, MetalFunction function, boolean indirect) {
    Place place = () -> "pipeline '" + label + "'";
    requireOpen(place);
    return own(function, HostFunction.class, place).pipeline(label, indirect);
  }

  @Override
  public MetalBuffer newBuffer(long lengthBytes) {
    Place place = () -> "newBuffer";
    requireOpen(place);
    if (lengthBytes <= 0) {
      throw MetalRule.BUFFER_EMPTY.refusal("a buffer of no bytes is asked for", place,
          "1 byte or more", Long.toString(lengthBytes));
    }
    reserve(lengthBytes, place);
    try {
      return HostBuffer.allocate(this, bufferNumber.incrementAndGet(), lengthBytes);
    } catch (OutOfMemoryError refused) {
      allocatedBytes.addAndGet(-lengthBytes);
      throw new ResourceException(Problem
          .of(Codes.OUT_OF_MEMORY, "the system has no " + lengthBytes + " bytes of memory")
          .at(place.describe())
          .remedy("Release buffers, or split the work."), refused);
    }
  }

  private void reserve(long lengthBytes, Place place) {
    long before = allocatedBytes.getAndUpdate(
        allocated -> lengthBytes > budgetBytes - allocated ? allocated : allocated + lengthBytes);
    if (lengthBytes > budgetBytes - before) {
      throw new ResourceException(MetalRule.BUFFER_BUDGET
          .problem("there is no room for a buffer of " + lengthBytes + " bytes")
          .at(place.describe())
          .expected("at most " + budgetBytes + " bytes together",
              before + " bytes in buffers already"));
    }
  }

  /** A buffer was freed. */
  void released(long lengthBytes) {
    allocatedBytes.addAndGet(-lengthBytes);
  }

  @Override
  public MetalBuffer newBuffer(MemorySegment memory) {
    Place place = () -> "newBuffer over memory of the host";
    requireOpen(place);
    if (!memory.isNative() || memory.byteSize() == 0 || memory.address() % PAGE != 0
        || memory.byteSize() % PAGE != 0) {
      throw new UnavailableException(Problem
          .of(Codes.BUFFER_RANGE, "this memory cannot be taken as a buffer")
          .at(place.describe())
          .expected("whole pages of " + PAGE + " bytes outside the Java heap",
              memory.byteSize() + " bytes " + (memory.isNative()
                  ? memory.address() % PAGE + " bytes into a page"
                  : "in the Java heap"))
          .remedy("Copy it into a buffer of the device."));
    }
    return HostBuffer.wrap(this, bufferNumber.incrementAndGet(), memory);
  }

  @Override
  public MetalQueue newQueue(String label, int commandBuffers) {
    requireOpen(() -> "queue '" + label + "'");
    return new HostQueue(this, label, commandBuffers, new DispatchRunner(compiler, order));
  }

  @Override
  public @Nullable String indirectRefusal() {
    return null;
  }

  @Override
  public @Nullable String libraryRefusal(LibraryCall call) {
    return call instanceof HostRoutine
        ? null
        : "the host driver has HostRoutine alone, and this is a " + call.getClass().getName();
  }

  @Override
  public MetalIndirectCommandBuffer newIndirectCommandBuffer(List<MetalPipeline> pipelines,
      int bindings) {
    Place place = () -> "an indirect command buffer of " + pipelines.size() + " commands";
    requireOpen(place);
    if (bindings < 1 || bindings > KernelSignature.INDICES) {
      throw MetalRule.BINDING_INDEX.refusal("bindings are declared that no command can have",
          place, "1 to " + KernelSignature.INDICES, Integer.toString(bindings));
    }
    List<HostPipeline> own = new ArrayList<>(pipelines.size());
    for (MetalPipeline each : pipelines) {
      HostPipeline pipeline = own(each, HostPipeline.class, place);
      if (!pipeline.isIndirect()) {
        throw MetalRule.INDIRECT_PIPELINE.refusal(pipeline.description()
            + " of command " + own.size() + " was not made for indirect use", place);
      }
      own.add(pipeline);
    }
    return new HostIndirectCommandBuffer(this, own, bindings);
  }

  /** An object that a caller hands in, which must be of this device and not released. */
  <T extends HostObject> T own(Object given, Class<T> type, Place place) {
    if (!type.isInstance(given) || type.cast(given).driver() != this) {
      throw MetalRule.FOREIGN.refusal(given + " belongs to another device", place);
    }
    T object = type.cast(given);
    object.requireLive(place);
    return object;
  }

  void register(HostObject object) {
    live.add(object);
  }

  void forget(HostObject object) {
    live.remove(object);
  }

  /** Refuses everything after the device was closed. */
  void requireOpen(Place place) {
    if (closed.get()) {
      throw MetalRule.RELEASED_USED.refusal("the device was closed", place);
    }
  }

  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    List<HostObject> leaked = List.copyOf(live);
    // Work in flight ends before what it uses is freed.
    leaked.stream().filter(HostQueue.class::isInstance).forEach(each -> ((HostQueue) each).stop());
    leaked.forEach(HostObject::abandon);
    compiler.close();
    if (!leaked.isEmpty()) {
      List<String> names = leaked.stream().map(HostObject::description).sorted().toList();
      throw new InvalidCallException(MetalRule.LEAKED
          .problem("the device was closed before everything was released")
          .at("close")
          .expected("nothing left", String.join(", ", names)));
    }
  }
}
