package dev.assay.parity.mutants;

import dev.assay.backend.support.DevicePort;
import dev.assay.spi.data.Bytes;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A way in which a device, or what commands it, can go wrong that concerns more than one dispatch. */
enum DeviceOperator {
  /** No barrier is kept. */
  NO_BARRIERS(Family.DRIVER, "submissions") {
    @Override
    PortFault fault() {
      return Place.submissions(
          steps -> steps.stream().filter(step -> !(step instanceof Step.Barrier)).toList());
    }
  },
  /** The last barrier is left out. */
  LAST_BARRIER_LEFT_OUT(Family.SUPPORT, "submissions") {
    @Override
    PortFault fault() {
      return Place.submissions(steps -> {
        List<Step> left = new ArrayList<>(steps);
        for (int i = left.size() - 1; i >= 0; i--) {
          if (left.get(i) instanceof Step.Barrier) {
            left.remove(i);
            break;
          }
        }
        return left;
      });
    }
  },
  /** A pipeline keeps the constants of its first dispatch. */
  STALE_CONSTANTS(Family.DRIVER, "dispatches") {
    @Override
    PortFault fault() {
      Map<DevicePort.Pipeline, Step.Run> firsts = new HashMap<>();
      return new Place(false, false).fault(run -> {
        Step.Run first = firsts.putIfAbsent(run.pipeline(), run);
        return first == null ? run : run.withConstants(first.constants());
      });
    }
  },
  /** In a submission, a buffer of the first dispatch stays bound in the next one. */
  STALE_BIND(Family.DRIVER, "submissions") {
    @Override
    PortFault fault() {
      return Place.submissions(steps -> {
        Step.Run first = null;
        List<Step> changed = new ArrayList<>();
        for (Step step : steps) {
          if (step instanceof Step.Run run) {
            first = first == null ? run : first;
            int parameter = run.parameters(true).getFirst();
            changed.add(first.pipeline().equals(run.pipeline())
                ? run.with(parameter, first.buffer(parameter))
                : run);
          } else {
            changed.add(step);
          }
        }
        return changed;
      });
    }
  },
  /** Work fails before it begins, and success is reported. */
  FAILURE_AS_SUCCESS(Family.DRIVER, "submissions") {
    @Override
    PortFault fault() {
      return new PortFault() {
        @Override
        public void commit(Commit commit) {
          commit.claim();
        }
      };
    }
  },
  /** Completion is reported when the work is handed over, and it runs when the next is. */
  EARLY_COMPLETION(Family.DRIVER, "submissions") {
    @Override
    PortFault fault() {
      return new PortFault() {
        private @Nullable Commit held;

        @Override
        public void commit(Commit commit) {
          if (held != null) {
            held.runUnseen();
          }
          held = commit;
          commit.claim();
        }
      };
    }
  },
  /** What a submission reads is given to somebody else when it is committed. */
  EARLY_RELEASE(Family.DRIVER, "submissions") {
    @Override
    PortFault fault() {
      return new PortFault() {
        @Override
        public List<Step> submission(List<Step> steps) {
          for (Step step : steps) {
            if (step instanceof Step.Run run && !run.parameters(false).isEmpty()) {
              Step.Bound input = run.buffer(run.parameters(false).getFirst());
              byte[] other = new byte[(int) input.lengthBytes()];
              input.memory().write(input.offsetBytes(), MemorySegment.ofArray(other));
            }
          }
          return steps;
        }
      };
    }
  },
  /** The host reads what it wrote last, and nothing that the device wrote. */
  STALE_READ(Family.DRIVER, "memory") {
    @Override
    PortFault fault() {
      return new PortFault() {
        private final Map<DevicePort.Memory, byte[]> written = new HashMap<>();

        @Override
        public void write(DevicePort.Memory memory, long offsetBytes, MemorySegment source) {
          memory.write(offsetBytes, source);
          if (offsetBytes == 0) {
            written.put(memory, source.toArray(ValueLayout.JAVA_BYTE));
          }
        }

        @Override
        public void read(DevicePort.Memory memory, long offsetBytes, MemorySegment target) {
          byte[] stale = written.get(memory);
          if (stale != null && offsetBytes == 0 && stale.length == target.byteSize()) {
            Bytes.copy(MemorySegment.ofArray(stale), target);
          } else {
            memory.read(offsetBytes, target);
          }
        }
      };
    }
  },
  /** The second half of a read does not arrive. */
  SHORT_READ(Family.DRIVER, "memory") {
    @Override
    PortFault fault() {
      return new PortFault() {
        @Override
        public void read(DevicePort.Memory memory, long offsetBytes, MemorySegment target) {
          memory.read(offsetBytes, target.asSlice(0, target.byteSize() / 2));
        }
      };
    }
  },
  /** The second half of a write does not arrive. */
  SHORT_WRITE(Family.DRIVER, "memory") {
    @Override
    PortFault fault() {
      return new PortFault() {
        @Override
        public void write(DevicePort.Memory memory, long offsetBytes, MemorySegment source) {
          memory.write(offsetBytes, source.asSlice(0, source.byteSize() / 2));
        }
      };
    }
  },
  /** Two allocations of one length are the same memory. */
  SHARED_MEMORY(Family.DRIVER, "memory") {
    @Override
    PortFault fault() {
      return new PortFault() {
        private final Map<Long, DevicePort.Memory> given = new HashMap<>();
        private final Map<DevicePort.Memory, Integer> users = new HashMap<>();

        @Override
        public DevicePort.Memory allocate(DevicePort device, long lengthBytes) {
          DevicePort.Memory memory = given.computeIfAbsent(lengthBytes, device::allocate);
          users.merge(memory, 1, Integer::sum);
          return memory;
        }

        @Override
        public void release(DevicePort.Memory memory) {
          if (users.merge(memory, -1, Integer::sum) == 0) {
            given.values().remove(memory);
            memory.release();
          }
        }
      };
    }
  },
  /** Another device does the work. */
  FALLBACK(Family.DRIVER, "the device") {
    @Override
    PortFault fault() {
      return new PortFault() {
        private boolean asked;

        @Override
        public String device(DevicePort device) {
          String said = device.device() + (asked ? ", as a substitute" : "");
          asked = true;
          return said;
        }
      };
    }
  };

  private final Family family;
  private final String target;

  DeviceOperator(Family family, String target) {
    this.family = family;
    this.target = target;
  }

  Family family() {
    return family;
  }

  /** What is done otherwise, as reports name it. */
  String target() {
    return target;
  }

  /** A device that does so. */
  abstract PortFault fault();

  /** The name in reports, such as {@code no-barriers}. */
  String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
