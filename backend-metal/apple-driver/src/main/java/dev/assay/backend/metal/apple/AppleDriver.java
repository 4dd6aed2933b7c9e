package dev.assay.backend.metal.apple;

import dev.assay.backend.metal.apple.objc.Foundation;
import dev.assay.backend.metal.apple.objc.Messages;
import dev.assay.backend.metal.apple.objc.ObjectiveC;
import dev.assay.backend.metal.apple.objc.Owned;
import dev.assay.backend.metal.apple.objc.Pool;
import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalDriver;
import dev.assay.backend.metal.driver.MetalFunction;
import dev.assay.backend.metal.driver.MetalIndirectCommandBuffer;
import dev.assay.backend.metal.driver.MetalLibrary;
import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.backend.metal.driver.MetalQueue;
import dev.assay.msl.reader.MslSource;
import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.ResourceException;
import dev.assay.spi.error.UnavailableException;
import dev.assay.spi.kernel.MathMode;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Metal's objects through the Objective-C runtime. Safe for use by any thread, virtual ones too. */
public final class AppleDriver implements MetalDriver {
  /** Memory of the host is taken by whole pages, which are this large on Apple silicon. */
  private static final long PAGE = 16_384;

  private final ObjectiveC objc;
  private final Foundation foundation;
  private final Owned device;
  private final DeviceFacts facts;
  private final Residency residency;
  private final PipelineArchive archive;
  private final Completions completions;
  private final boolean labels;
  private final AtomicLong libraries = new AtomicLong();

  private AppleDriver(ObjectiveC objc, Foundation foundation, Owned device, DeviceFacts facts,
      AppleSettings settings, @Nullable Path archiveFile) {
    this.objc = objc;
    this.foundation = foundation;
    this.device = device;
    this.facts = facts;
    this.residency = settings.bySet(facts)
        ? Residency.bySet(objc, foundation, device.id())
        : Residency.byUse(objc);
    this.archive = new PipelineArchive(objc, foundation, device.id(), archiveFile);
    this.completions = new Completions(objc);
    this.labels = settings.labels();
  }

  /**
   * The system's default device, through a runtime that somebody loaded: macOS's own, or a double of it.
   *
   * @param objc the runtime
   * @param settings as {@link AppleDriverProvider#settings()} lists them
   * @param archives the folder in which device code is kept, private to the user, or null where none is kept
   * @throws UnavailableException where there is no device that this driver works with
   */
  public static AppleDriver over(ObjectiveC objc, AppleSettings settings,
      @Nullable Path archives) {
    Foundation foundation = new Foundation(objc);
    Owned device = defaultDevice(objc);
    try {
      DeviceFacts facts = DeviceFacts.of(objc, foundation, device.id());
      String refusal = facts.refusal();
      if (refusal != null) {
        throw new UnavailableException(Problem.of(Codes.LIMIT_EXCEEDED, refusal));
      }
      settings.requireFor(facts);
      return new AppleDriver(objc, foundation, device, facts, settings,
          archives == null ? null : archives.resolve(settings.archiveName(facts)));
    } catch (Throwable refused) {
      device.close();
      throw refused;
    }
  }

  static Owned defaultDevice(ObjectiveC objc) {
    try (Pool _ = objc.openPool()) {
      Owned device = objc.callForOwned("MTLCreateSystemDefaultDevice");
      if (device == null) {
        throw new UnavailableException(
            Problem.of(AppleCodes.REFUSED, "Metal names no default device"));
      }
      return device;
    }
  }

  ObjectiveC objc() {
    return objc;
  }

  Foundation foundation() {
    return foundation;
  }

  Owned deviceObject() {
    return device;
  }

  DeviceFacts facts() {
    return facts;
  }

  Residency residency() {
    return residency;
  }

  PipelineArchive archive() {
    return archive;
  }

  Completions completions() {
    return completions;
  }

  @Override
  public String device() {
    return facts.title();
  }

  @Override
  public DeviceProfile profile() {
    return facts.profile();
  }

  @Override
  public long memoryBudgetBytes() {
    return facts.workingSet();
  }

  /** Metal compiles each text in each process; device code in the archive is not compiled again. */
  @Override
  public long compileCount() {
    return libraries.get() + archive.compiled();
  }

  @Override
  public boolean usesLabels() {
    return labels;
  }

  @Override
  public MetalLibrary newLibrary(String label, MslSource source, MathMode mathMode) {
    libraries.incrementAndGet();
    return AppleLibrary.compile(this, label, source, mathMode);
  }

  @Override
  public MetalPipeline newPipeline(String label, MetalFunction function, boolean indirect) {
    return ApplePipeline.make(this, label, (AppleFunction) function, indirect);
  }

  @Override
  public MetalBuffer newBuffer(long lengthBytes) {
    if (lengthBytes < 1) {
      throw Refusal.call("a buffer of no bytes is asked for", "newBuffer", "1 byte or more",
          Long.toString(lengthBytes));
    }
    return buffer(lengthBytes, null);
  }

  @Override
  public MetalBuffer newBuffer(MemorySegment memory) {
    if (!memory.isNative() || memory.byteSize() == 0 || memory.address() % PAGE != 0
        || memory.byteSize() % PAGE != 0) {
      throw new UnavailableException(Problem
          .of(Codes.BUFFER_RANGE, "this memory cannot be taken as a buffer")
          .at("newBuffer over memory of the host")
          .expected("whole pages of " + PAGE + " bytes outside the Java heap",
              memory.byteSize() + " bytes " + (memory.isNative()
                  ? memory.address() % PAGE + " bytes into a page"
                  : "in the Java heap"))
          .remedy("Copy it into a buffer of the device."));
    }
    return buffer(memory.byteSize(), memory);
  }

  private AppleBuffer buffer(long lengthBytes, @Nullable MemorySegment host) {
    if (lengthBytes > facts.bufferLength()) {
      throw noRoom(lengthBytes, "at most " + facts.bufferLength() + " bytes in one buffer");
    }
    Owned buffer;
    try (Pool _ = objc.openPool()) {
      buffer = host == null
          ? objc.own(Messages.NEW_BUFFER,
              objc.send(Messages.NEW_BUFFER, device.id(), lengthBytes, Values.RESOURCE_SHARED))
          : objc.own(Messages.NEW_BUFFER_OVER, objc.send(Messages.NEW_BUFFER_OVER, device.id(),
              host.address(), lengthBytes, Values.RESOURCE_SHARED, 0));
    }
    if (buffer == null) {
      throw noRoom(lengthBytes, "a buffer");
    }
    long contents = objc.send(Messages.CONTENTS, buffer.id());
    if (contents == 0) {
      buffer.close();
      throw Refusal.nil("address of the contents of a buffer", "newBuffer", "nothing");
    }
    residency.add(buffer.id());
    return new AppleBuffer(this, buffer, ObjectiveC.memory(contents, lengthBytes), host);
  }

  private static ResourceException noRoom(long lengthBytes, String expected) {
    return new ResourceException(Problem
        .of(Codes.OUT_OF_MEMORY, "Metal has no room for a buffer of " + lengthBytes + " bytes")
        .at("newBuffer")
        .expected(expected, lengthBytes + " bytes")
        .remedy("Release buffers, or split the work."));
  }

  @Override
  public MetalQueue newQueue(String label, int commandBuffers) {
    return AppleQueue.make(this, label, commandBuffers);
  }

  @Override
  public @Nullable String indirectRefusal() {
    return facts.indirectRefusal();
  }

  @Override
  public MetalIndirectCommandBuffer newIndirectCommandBuffer(List<MetalPipeline> pipelines,
      int bindings) {
    String refusal = facts.indirectRefusal();
    if (refusal != null) {
      throw new UnavailableException(Problem.of(Codes.NOT_INDIRECT, refusal));
    }
    return AppleIndirectCommandBuffer.make(this, pipelines, bindings);
  }

  @Override
  public void close() {
    archive.close();
    residency.close();
    device.close();
  }
}
