package dev.assay.parity.mutants;

import dev.assay.backend.support.DevicePort;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.data.Bytes;
import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.Access;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.function.Consumer;

/** A way in which a device can do one dispatch otherwise. */
enum PortOperator {
  /** Two inputs are taken for each other. */
  SWAPPED_INPUTS {
    @Override
    PortFault fault(Place place) {
      return place.fault(run -> {
        List<Integer> read = run.parameters(false);
        return read.size() < 2 ? run : swapped(run, read.get(0), read.get(1));
      });
    }
  },
  /** An input and an output are taken for each other. */
  SWAPPED_DIRECTIONS {
    @Override
    PortFault fault(Place place) {
      return place.fault(run -> {
        List<Integer> read = run.parameters(false);
        return read.isEmpty()
            ? run
            : swapped(run, read.getLast(), run.parameters(true).getFirst());
      });
    }
  },
  /** The last buffer is not bound: the one before it is there still. */
  DROPPED_BIND {
    @Override
    PortFault fault(Place place) {
      return place.fault(run -> {
        List<Integer> bound = List.copyOf(run.buffers().keySet());
        return bound.size() < 2
            ? run
            : run.with(bound.getLast(), run.buffer(bound.get(bound.size() - 2)));
      });
    }
  },
  /** An input begins 16 bytes further on. */
  SHIFTED_INPUT {
    @Override
    PortFault fault(Place place) {
      return place.fault(run -> moved(run, run.parameters(false),
          bound -> bound.offsetBytes() + SHIFT_BYTES));
    }
  },
  /** The output begins 16 bytes further on. */
  SHIFTED_OUTPUT {
    @Override
    PortFault fault(Place place) {
      return place.fault(run -> moved(run, run.parameters(true),
          bound -> bound.offsetBytes() + SHIFT_BYTES));
    }
  },
  /** An input begins where its buffer begins. */
  IGNORED_INPUT_OFFSET {
    @Override
    PortFault fault(Place place) {
      return place.fault(run -> moved(run, run.parameters(false), bound -> 0));
    }
  },
  /** The output begins where its buffer begins. */
  IGNORED_OUTPUT_OFFSET {
    @Override
    PortFault fault(Place place) {
      return place.fault(run -> moved(run, run.parameters(true), bound -> 0));
    }
  },
  /** An input is bound a byte short. */
  WRONG_LENGTH {
    @Override
    PortFault fault(Place place) {
      return place.fault(run -> {
        List<Integer> read = run.parameters(false);
        if (read.isEmpty() || run.buffer(read.getFirst()).lengthBytes() == 0) {
          return run;
        }
        Step.Bound bound = run.buffer(read.getFirst());
        return run.with(read.getFirst(), new Step.Bound(bound.memory(), bound.offsetBytes(),
            bound.lengthBytes() - 1, bound.access()));
      });
    }
  },
  /** Constants are read as zeros. */
  ZERO_CONSTANTS {
    @Override
    PortFault fault(Place place) {
      return place.fault(run -> {
        SequencedMap<Integer, Step.Packed> zeros = new LinkedHashMap<>();
        run.constants()
            .forEach((parameter, packed) -> zeros.put(parameter, Step.Packed.copy(
                MemorySegment.ofArray(new long[(int) packed.bytes().byteSize() / 8 + 1]),
                packed.bytes().byteSize(), packed.isLarge())));
        return run.withConstants(zeros);
      });
    }
  },
  /** Half of the grid runs. */
  HALF_GRID {
    @Override
    PortFault fault(Place place) {
      return place.fault(run -> {
        Grid grid = run.grid();
        return grid == null
            ? run
            : run.withGrid(new Grid(grid.form(), Math.ceilDiv(grid.gridX(), 2), grid.gridY(),
                grid.gridZ(), grid.groupX(), grid.groupY(), grid.groupZ(),
                grid.threadgroupMemoryBytes()));
      });
    }

    @Override
    boolean appliesTo(DevicePort port) {
      return port.needsImplementation();
    }
  },
  /** The dispatch does not run. */
  LOST_DISPATCH {
    @Override
    PortFault fault(Place place) {
      return place.around(around -> new Place.Around(around.run(), List.of()));
    }
  },
  /** The dispatch runs twice. */
  REPEATED_DISPATCH {
    @Override
    PortFault fault(Place place) {
      return place.around(around -> {
        List<Step> twice = new ArrayList<>(around.steps());
        twice.add(new Step.Barrier());
        twice.addAll(around.steps());
        return new Place.Around(around.run(), twice);
      });
    }
  },
  /** A byte behind the output is written. */
  OVERRUN {
    @Override
    PortFault fault(Place place) {
      return place.around(around -> {
        Step.Bound output = output(around.run());
        return after(around, output.at(output.offsetBytes() + output.lengthBytes()), 1,
            PortOperator::flip);
      });
    }
  },
  /** A byte before the output is written. */
  UNDERRUN {
    @Override
    PortFault fault(Place place) {
      return place.around(around -> {
        Step.Bound output = output(around.run());
        return output.offsetBytes() == 0
            ? around
            : after(around, output.at(output.offsetBytes() - 1), 1, PortOperator::flip);
      });
    }
  },
  /** An input is written to. */
  CHANGED_INPUT {
    @Override
    PortFault fault(Place place) {
      return place.around(around -> {
        List<Integer> read = around.run().parameters(false);
        if (read.isEmpty()) {
          return around;
        }
        Step.Bound input = around.run().buffer(read.getFirst());
        return after(around, input, input.lengthBytes(), PortOperator::flip);
      });
    }
  },
  /** The output is zeros. */
  ZEROS {
    @Override
    PortFault fault(Place place) {
      return place.around(around -> {
        Step.Bound output = output(around.run());
        return after(around, output, output.lengthBytes(), bytes -> bytes.fill((byte) 0));
      });
    }
  },
  /** A bit of the output is another one. */
  FLIPPED_BIT {
    @Override
    PortFault fault(Place place) {
      return place.around(around -> {
        Step.Bound output = output(around.run());
        return after(around, output, output.lengthBytes(), PortOperator::flip);
      });
    }
  },
  /** The last bytes of the output are as before. */
  LOST_STORE {
    @Override
    PortFault fault(Place place) {
      return place.around(around -> {
        Step.Bound output = output(around.run());
        long bytes = Math.min(output.lengthBytes(), Long.BYTES);
        Step.Bound tail = output.at(output.offsetBytes() + output.lengthBytes() - bytes);
        byte[] before = new byte[(int) bytes];
        List<Step> steps = new ArrayList<>();
        steps.add(host(tail, bytes,
            memory -> Bytes.copy(memory, MemorySegment.ofArray(before))));
        steps.addAll(around.steps());
        steps.add(host(tail, bytes,
            memory -> Bytes.copy(MemorySegment.ofArray(before), memory)));
        return new Place.Around(around.run(), steps);
      });
    }
  };

  private static final long SHIFT_BYTES = 16;

  /** A device that does so at this place. */
  abstract PortFault fault(Place place);

  /** Whether this device has what this changes. */
  boolean appliesTo(DevicePort port) {
    return true;
  }

  /** The name in reports, such as {@code swapped-inputs}. */
  String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The new offset of a bound range. */
  @FunctionalInterface
  private interface Move {
    long offset(Step.Bound bound);
  }

  private static Step.Run moved(Step.Run run, List<Integer> parameters, Move move) {
    if (parameters.isEmpty()) {
      return run;
    }
    Step.Bound bound = run.buffer(parameters.getFirst());
    return run.with(parameters.getFirst(), bound.at(move.offset(bound)));
  }

  private static Step.Run swapped(Step.Run run, int one, int other) {
    return run.with(one, run.buffer(other)).with(other, run.buffer(one));
  }

  private static Step.Bound output(Step.Run run) {
    return run.buffer(run.parameters(true).getFirst());
  }

  private static Place.Around after(Place.Around around, Step.Bound where, long bytes,
      Consumer<MemorySegment> change) {
    List<Step> steps = new ArrayList<>(around.steps());
    steps.add(host(where, bytes, change));
    return new Place.Around(around.run(), steps);
  }

  private static Step host(Step.Bound where, long bytes, Consumer<MemorySegment> change) {
    return new Step.Host(
        List.of(new DevicePort.HostRange(where.memory(), DType.U8, where.offsetBytes(), bytes,
            Access.READ_WRITE)),
        uses -> change.accept(uses.getFirst().memory()), "a fault");
  }

  /** Changes a byte in the middle. */
  private static void flip(MemorySegment bytes) {
    if (bytes.byteSize() > 0) {
      long middle = bytes.byteSize() / 2;
      bytes.set(ValueLayout.JAVA_BYTE, middle,
          (byte) (bytes.get(ValueLayout.JAVA_BYTE, middle) ^ 1));
    }
  }
}
