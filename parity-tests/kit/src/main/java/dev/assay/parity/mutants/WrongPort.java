package dev.assay.parity.mutants;

import dev.assay.backend.support.DevicePort;
import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.backend.HostWork;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.KernelSource;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A device in front of another. It keeps each submission as data until it is committed, lets a fault change it, and hands
 * it on in the order that is hardest on whoever forgot to order it. Segments are its own: they reach the device below as
 * dispatches.
 */
final class WrongPort implements DevicePort {
  private final DevicePort device;
  private final PortFault fault;
  private final StepOrder order;
  private int segments;

  WrongPort(DevicePort device, PortFault fault, StepOrder order) {
    this.device = device;
    this.fault = fault;
    this.order = order;
  }

  @Override
  public String device() {
    return fault.device(device);
  }

  @Override
  public DeviceProfile profile() {
    return device.profile();
  }

  @Override
  public String language() {
    return device.language();
  }

  @Override
  public boolean needsImplementation() {
    return device.needsImplementation();
  }

  @Override
  public boolean runsImplementations() {
    return device.runsImplementations();
  }

  @Override
  public boolean isCpu() {
    return device.isCpu();
  }

  @Override
  public long memoryBudgetBytes() {
    return device.memoryBudgetBytes();
  }

  @Override
  public long compileCount() {
    return device.compileCount();
  }

  @Override
  public Memory allocate(long lengthBytes) {
    return new WrongMemory(fault.allocate(device, lengthBytes));
  }

  @Override
  public Memory wrap(MemorySegment memory) {
    return new WrongMemory(device.wrap(memory));
  }

  @Override
  public Pipeline makePipeline(PipelineKey key, KernelDeclaration declaration,
      @Nullable Implementation implementation) {
    return device.makePipeline(key, declaration, implementation);
  }

  @Override
  public KernelDeclaration declare(KernelSource source, String entryPoint) {
    return device.declare(source, entryPoint);
  }

  @Override
  public @Nullable String indirectRefusal(KernelDeclaration declaration,
      @Nullable Implementation implementation) {
    // Segments are this port's own, whatever the device below has.
    return null;
  }

  @Override
  public Segment newSegment(List<SegmentCommand> commands, long constantBytes) {
    return new WrongSegment(segments++, commands);
  }

  @Override
  public Queue newQueue(String label) {
    return new WrongQueue(device.newQueue(label));
  }

  @Override
  public void close() {
    device.close();
  }

  private static Memory below(Memory memory) {
    return ((WrongMemory) memory).below;
  }

  private final class WrongMemory implements Memory {
    private final Memory below;

    WrongMemory(Memory below) {
      this.below = below;
    }

    @Override
    public void read(long offsetBytes, MemorySegment target) {
      fault.read(below, offsetBytes, target);
    }

    @Override
    public void write(long offsetBytes, MemorySegment source) {
      fault.write(below, offsetBytes, source);
    }

    @Override
    public @Nullable MemorySegment map() {
      return below.map();
    }

    @Override
    public void release() {
      fault.release(below);
    }
  }

  /** The bindings of a command, which may change between executions. */
  private final class WrongSegment implements Segment {
    private final int id;
    private final List<SegmentCommand> commands;
    private final List<SequencedMap<Integer, Step.Bound>> buffers;
    private final List<SequencedMap<Integer, Step.Packed>> constants;

    WrongSegment(int id, List<SegmentCommand> commands) {
      this.id = id;
      this.commands = List.copyOf(commands);
      this.buffers = new ArrayList<>();
      this.constants = new ArrayList<>();
      for (int i = 0; i < commands.size(); i++) {
        buffers.add(new LinkedHashMap<>());
        constants.add(new LinkedHashMap<>());
      }
    }

    @Override
    public void setBuffer(int command, int parameter, Memory memory, long offsetBytes,
        long lengthBytes, Access access) {
      buffers.get(command)
          .put(parameter, new Step.Bound(below(memory), offsetBytes, lengthBytes, access));
    }

    @Override
    public void setConstant(int command, int parameter, long offsetBytes, MemorySegment packed,
        long lengthBytes) {
      constants.get(command)
          .put(parameter, Step.Packed.copy(packed, lengthBytes,
              !profile().parameters().isInline(lengthBytes)));
    }

    Step.Replay replay(int from, int to) {
      return new Step.Replay(id, IntStream.range(0, commands.size()).mapToObj(i -> {
        SegmentCommand command = commands.get(i);
        return new Step.Command(
            new Step.Run(command.pipeline(), buffers.get(i), constants.get(i), command.grid(),
                command.description()),
            command.barrierBefore(), command.waitsForAll(), command.waitsFor());
      }).toList(), from, to);
    }

    @Override
    public void release() {
      fault.released(id);
    }
  }

  private final class WrongQueue implements Queue {
    private final Queue below;

    WrongQueue(Queue below) {
      this.below = below;
    }

    @Override
    public Encoder encoder(String label) {
      return new WrongEncoder(below.encoder(label));
    }

    @Override
    public void release() {
      below.release();
    }
  }

  private final class WrongEncoder implements Encoder {
    private final Encoder below;
    private final List<Step> steps = new ArrayList<>();
    private final SequencedMap<Integer, Step.Bound> buffers = new LinkedHashMap<>();
    private final SequencedMap<Integer, Step.Packed> constants = new LinkedHashMap<>();
    private @Nullable Pipeline pipeline;

    WrongEncoder(Encoder below) {
      this.below = below;
    }

    @Override
    public void setPipeline(Pipeline next) {
      pipeline = next;
      buffers.clear();
      constants.clear();
    }

    @Override
    public void setBuffer(int parameter, Memory memory, long offsetBytes, long lengthBytes,
        Access access) {
      buffers.put(parameter, new Step.Bound(WrongPort.below(memory), offsetBytes, lengthBytes,
          access));
    }

    @Override
    public void setConstant(int parameter, MemorySegment packed, long lengthBytes) {
      constants.put(parameter, Step.Packed.copy(packed, lengthBytes, false));
    }

    @Override
    public void setLargeConstant(int parameter, MemorySegment packed, long lengthBytes) {
      constants.put(parameter, Step.Packed.copy(packed, lengthBytes, true));
    }

    @Override
    public void dispatch(@Nullable Grid grid, String description) {
      steps.add(new Step.Run(Objects.requireNonNull(pipeline), buffers, constants, grid,
          description));
    }

    @Override
    public void barrier() {
      steps.add(new Step.Barrier());
    }

    @Override
    public void host(List<HostRange> ranges, HostWork work, String description) {
      steps.add(new Step.Host(ranges.stream()
          .map(range -> new HostRange(WrongPort.below(range.memory()), range.dtype(),
              range.offsetBytes(), range.lengthBytes(), range.access()))
          .toList(), work, description));
    }

    @Override
    public void execute(Segment segment, int from, int to) {
      steps.add(((WrongSegment) segment).replay(from, to));
    }

    @Override
    public void commit(Completion completion) {
      for (Step step : order.apply(fault.submission(steps))) {
        switch (step) {
          case Step.Run run -> encode(run);
          case Step.Host host -> below.host(host.ranges(), host.work(), host.description());
          case Step.Replay replay -> throw new IllegalStateException("segments are taken apart");
          case Step.Barrier barrier -> throw new IllegalStateException("barriers are used up");
        }
        below.barrier();
      }
      fault.commit(new PortFault.Commit() {
        @Override
        public void run() {
          below.commit(completion);
        }

        @Override
        public void claim() {
          completion.completed(1);
        }

        @Override
        public void runUnseen() {
          below.commit(new Unseen());
        }
      });
    }

    private void encode(Step.Run run) {
      below.setPipeline(run.pipeline());
      run.buffers()
          .forEach((parameter, bound) -> below.setBuffer(parameter, bound.memory(),
              bound.offsetBytes(), bound.lengthBytes(), bound.access()));
      run.constants().forEach((parameter, packed) -> {
        if (packed.isLarge()) {
          below.setLargeConstant(parameter, packed.bytes(), packed.bytes().byteSize());
        } else {
          below.setConstant(parameter, packed.bytes(), packed.bytes().byteSize());
        }
      });
      below.dispatch(run.grid(), run.description());
    }

    @Override
    public void discard() {
      below.discard();
    }
  }

  /** Nobody waits for it. */
  private static final class Unseen implements Completion {
    @Override
    public void completed(long deviceNanos) {}

    @Override
    public void failed(FailureScope scope, @Nullable String dispatch, Throwable cause) {}
  }
}
