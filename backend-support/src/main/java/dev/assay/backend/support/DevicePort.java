package dev.assay.backend.support;

import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.backend.HostWork;
import dev.assay.spi.backend.LibraryCall;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.UnavailableException;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.KernelSource;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * All that a device must be able to do. The caller has checked everything before it calls: a port neither validates nor
 * defends. Methods of the port itself may be called from any thread; an encoder is used by one thread at a time.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface DevicePort extends AutoCloseable {
  /** What the work runs on, in words for a person. */
  String device();

  /** The limits that dispatches are checked against before they reach the port. */
  DeviceProfile profile();

  /** The language of the implementations that are chosen for it, such as {@link Implementation#MSL}. */
  String language();

  /** Whether it can run a kernel only through an implementation in its language, or has another way. */
  boolean needsImplementation();

  /**
   * Whether a pipeline that is made from an implementation runs its text. A device that runs reference functions, whatever
   * the implementation, says no; without a word of its own, so does one that needs no implementation.
   */
  default boolean runsImplementations() {
    return needsImplementation();
  }

  /** Whether it runs its language on a CPU, which is best served by implementations that say so. */
  default boolean isCpu() {
    return false;
  }

  /** The most bytes that all memory of this device may take together. */
  long memoryBudgetBytes();

  /** The number of compiler runs so far. */
  long compileCount();

  /** New memory of {@code lengthBytes}, at least 1; its content is undefined. */
  Memory allocate(long lengthBytes);

  /**
   * Makes a pipeline; called once per key.
   *
   * @param implementation what to make it from, null only where no implementation is needed
   */
  Pipeline makePipeline(PipelineKey key, KernelDeclaration declaration,
      @Nullable Implementation implementation);

  /** Memory over what the host has already; releasing it leaves the host's memory alone. */
  default Memory wrap(MemorySegment memory) {
    throw new UnavailableException(
        Problem.of(Codes.BUFFER_RANGE, device() + " cannot work on memory of the host")
            .at("wrapping of " + memory.byteSize() + " bytes")
            .remedy("allocate a buffer and write the content into it"));
  }

  /**
   * What a text alone says of an entry point: {@link KernelDeclaration#raw}. {@link #makePipeline} then gets it together
   * with the text. Throws an {@code UnavailableException} that says why where the device compiles no texts.
   */
  default KernelDeclaration declare(KernelSource source, String entryPoint) {
    throw new UnavailableException(
        Problem.of(Codes.KERNEL_UNKNOWN, device() + " compiles no text by itself")
            .at("kernel '" + entryPoint + "' of source '" + source.name() + "'")
            .remedy("declare the kernel with a reference function, or choose another backend"));
  }

  /**
   * The most commands of one segment: what the device takes, or fewer where handing over more at once gains nothing.
   */
  default int mostSegmentCommands() {
    return Integer.MAX_VALUE;
  }

  /** Why dispatches of this kernel cannot be part of a segment, or null when they can. */
  default @Nullable String indirectRefusal(KernelDeclaration declaration,
      @Nullable Implementation implementation) {
    return "the device has no segments";
  }

  /** Whether segments take only pipelines that were made with a key for indirect use. */
  default boolean needsIndirectPipelines() {
    return false;
  }

  /**
   * Whether a segment may be written again once the execution of it was committed. If not, it is left alone until the
   * execution has completed, and executions in flight that differ need a segment each.
   */
  default boolean segmentsAreFreeAtCommit() {
    return false;
  }

  /**
   * Room for commands that are replayed with one call. First everything is set that never changes, then
   * {@link Segment#prepare()} is called once; what changes is set before the executions that want it.
   *
   * @param commands the commands in order
   * @param constantBytes the size of the memory that holds all their constants
   */
  default Segment newSegment(List<SegmentCommand> commands, long constantBytes) {
    throw new UnsupportedOperationException(
        device() + " refuses every pipeline and was asked for a segment");
  }

  /** Why this call of a library cannot be encoded, or null where it can. */
  default @Nullable String libraryRefusal(LibraryCall call) {
    return device() + " has no library of its own";
  }

  /** A new queue; what is committed to it runs in order. */
  Queue newQueue(String label);

  /**
   * Releases the device. Everything made by it has been released before, but encoders that were neither committed nor
   * discarded: those go with it.
   */
  @Override
  void close();

  /** Device memory. */
  interface Memory {
    /** Copies out to the host, by {@code Bytes}, which says why. */
    void read(long offsetBytes, MemorySegment target);

    /** Copies in from the host. */
    void write(long offsetBytes, MemorySegment source);

    /** The memory itself where the host can reach it, else null. */
    default @Nullable MemorySegment map() {
      return null;
    }

    /** Gives the memory back; nothing in flight uses it. */
    void release();
  }

  /** A kernel made ready. */
  interface Pipeline {
    /** The most threads of one threadgroup for this pipeline. */
    int threadsPerThreadgroup();

    /** Gives it back; nothing in flight uses it, and no segment that contains it is executed again. */
    default void release() {}
  }

  /** Work in order. After a failure, what was committed later fails too, without running. */
  interface Queue {
    /** Starts a submission. */
    Encoder encoder(String label);

    /** Releases the queue; nothing is in flight. */
    void release();
  }

  /**
   * One submission in the making: bindings are set by the parameter's place in the declaration, then dispatched. The caller
   * drops it at its commit or discard, so a port may hand the same one out again.
   */
  interface Encoder {
    /** The pipeline of the next dispatch. */
    void setPipeline(Pipeline pipeline);

    /** Binds the declared range of a buffer parameter. */
    void setBuffer(int parameter, Memory memory, long offsetBytes, long lengthBytes, Access access);

    /**
     * Binds a constant parameter to the first {@code lengthBytes} of {@code packed}, which the port copies inline: they
     * are within the profile's limit for one constant.
     */
    void setConstant(int parameter, MemorySegment packed, long lengthBytes);

    /**
     * The same for a constant over that limit: the port copies it into memory which it keeps until the work is done, and
     * the kernel reads it from there. Which of the two a parameter is follows from its layout alone
     * ({@code profile().parameters().isInline}), so it is known when the pipeline is made.
     */
    void setLargeConstant(int parameter, MemorySegment packed, long lengthBytes);

    /**
     * Runs the pipeline on what is bound. It may overlap what was dispatched since the last barrier.
     *
     * @param grid the geometry, null where the pipeline has no implementation
     * @param description names dispatch and kernel in a failure
     */
    void dispatch(@Nullable Grid grid, String description);

    /** What follows waits for what came before. */
    void barrier();

    /** Runs host work in order; barriers stand around it. */
    void host(List<HostRange> ranges, HostWork work, String description);

    /** Runs a routine of the device's library in order; barriers stand around it. */
    default void library(LibraryCall call, List<HostRange> ranges, String description) {
      throw new UnsupportedOperationException("the device refuses every call of a library");
    }

    /** Replays the commands {@code from} to before {@code to} of a segment; barriers stand around it. */
    default void execute(Segment segment, int from, int to) {
      throw new UnsupportedOperationException("the device made no segment");
    }

    /** Starts the work and returns at once; {@code completion} is called once, from any thread. */
    void commit(Completion completion);

    /** Drops the work. */
    void discard();
  }

  /** Memory that host work or a call of a library touches. */
  record HostRange(Memory memory, DType dtype, long offsetBytes, long lengthBytes, Access access) {}

  /**
   * A command of a segment, without its bindings.
   *
   * @param pipeline made for indirect use, where the port needs that
   * @param grid the geometry, null where the pipeline has no implementation
   * @param barrierBefore for devices with barriers: whether one stands before it
   * @param waitsForAll for devices with edges: whether it waits for every command before it
   * @param waitsFor otherwise the commands that it waits for, ascending; all that is not ordered so may overlap
   * @param changing the parameters that are set again between executions; the others are set once
   * @param description names dispatch and kernel in a failure
   */
  record SegmentCommand(
      Pipeline pipeline,
      @Nullable Grid grid,
      boolean barrierBefore,
      boolean waitsForAll,
      List<Integer> waitsFor,
      List<Integer> changing,
      String description) {
    /** Copies the lists. */
    public SegmentCommand {
      waitsFor = List.copyOf(waitsFor);
      changing = List.copyOf(changing);
    }
  }

  /**
   * Commands that are replayed with one call. It is changed only while no execution of it is encoded or in flight; see
   * {@link #segmentsAreFreeAtCommit()}.
   */
  interface Segment {
    /** Binds the declared range of a buffer parameter of a command. */
    void setBuffer(
        int command, int parameter, Memory memory, long offsetBytes, long lengthBytes,
        Access access);

    /** Puts a constant of a command at this place of the memory for constants, and binds it. */
    void setConstant(int command, int parameter, long offsetBytes, MemorySegment packed,
        long lengthBytes);

    /**
     * Everything is set that never changes; called once, when the schedule is compiled or one more copy of it is needed.
     * What a device can do ahead of the first execution it does here.
     */
    default void prepare() {}

    /** Gives everything back; no execution of it is in flight. */
    void release();
  }

  /** How a submission ended. */
  interface Completion {
    /** It ran to the end, in this time on the device. */
    void completed(long deviceNanos);

    /**
     * It failed. After a failure of the device, every submission in flight on any queue is reported so.
     *
     * @param scope what else is lost with it
     * @param dispatch the description of the dispatch that failed, or null where the device does not know
     * @param cause what happened
     */
    void failed(FailureScope scope, @Nullable String dispatch, Throwable cause);
  }

  /** How far a failure reaches. */
  enum FailureScope {
    /** What follows on the same queue; everything else goes on. */
    QUEUE,
    /** All that was made by this port, for the rest of the process; releases may fail from then on. */
    DEVICE
  }
}
