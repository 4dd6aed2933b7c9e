package dev.assay.msl;

import dev.assay.msl.compiler.KernelBinding;
import dev.assay.msl.compiler.KernelEntry;
import dev.assay.msl.exec.BoundBuffer;
import dev.assay.msl.exec.Geometry;
import dev.assay.msl.exec.KernelRunner;
import dev.assay.msl.exec.RunRequest;
import dev.assay.msl.exec.Size3;
import dev.assay.spi.data.Bytes;
import dev.assay.spi.error.DeviceException;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.kernel.Access;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The bindings of one run of a kernel, by parameter name. Arrays are copied in and, unless the
 * parameter is read-only, out again when the run is done; native segments are used in place. Not
 * thread-safe.
 */
public final class MslDispatch {
  private static final long MARGIN = 256;
  private static final byte CANARY = (byte) 0xA5;

  private final KernelEntry entry;
  private final Consumer<RunRequest> runner;
  private final Problems problems;
  private final Map<String, MemorySegment> values = new LinkedHashMap<>();
  private final Map<String, Long> threadgroupBytes = new LinkedHashMap<>();
  private final Map<String, Access> declared = new LinkedHashMap<>();
  private Duration timeLimit = Duration.ofMinutes(1);
  private int order;

  MslDispatch(KernelEntry entry, Consumer<RunRequest> runner) {
    this.entry = entry;
    this.runner = runner;
    this.problems = new Problems("dispatch of " + entry.name());
  }

  /** Binds memory; a heap segment is copied in and out. */
  public MslDispatch bind(String parameter, MemorySegment memory) {
    if (find(parameter, KernelBinding.Kind.BUFFER) && values.put(parameter, memory) != null) {
      problems.add(
          Problem.of(MslCodes.DISPATCH_INVALID, "parameter '" + parameter + "' is bound twice"));
    }
    return this;
  }

  /** Binds an array of floats. */
  public MslDispatch bind(String parameter, float[] values) {
    return bind(parameter, MemorySegment.ofArray(values));
  }

  /** Binds an array of 32-bit integers. */
  public MslDispatch bind(String parameter, int[] values) {
    return bind(parameter, MemorySegment.ofArray(values));
  }

  /** Binds an array of 16-bit values: integers, or bits of half or bfloat. */
  public MslDispatch bind(String parameter, short[] values) {
    return bind(parameter, MemorySegment.ofArray(values));
  }

  /** Binds an array of bytes. */
  public MslDispatch bind(String parameter, byte[] values) {
    return bind(parameter, MemorySegment.ofArray(values));
  }

  /** Binds an array of 64-bit integers. */
  public MslDispatch bind(String parameter, long[] values) {
    return bind(parameter, MemorySegment.ofArray(values));
  }

  /** Binds one scalar, which must be of the parameter's own type. */
  public MslDispatch bind(String parameter, Object scalar) {
    if (find(parameter, KernelBinding.Kind.BUFFER)) {
      String type =
          entry.bindings()
              .stream()
              .filter(b -> b.name().equals(parameter))
              .map(KernelBinding::type)
              .findFirst()
              .orElseThrow();
      ScalarBytes.of(type, scalar)
          .ifPresentOrElse(
              bytes -> bind(parameter, MemorySegment.ofArray(bytes)),
              () -> problems.add(
                  Problem.of(
                      MslCodes.DISPATCH_INVALID,
                      "parameter '" + parameter + "' is bound to a value of another type")
                      .expected(type, scalar.getClass().getSimpleName() + " " + scalar)));
    }
    return this;
  }

  /** Gives a threadgroup argument its length in bytes. */
  public MslDispatch threadgroup(String parameter, long bytes) {
    if (find(parameter, KernelBinding.Kind.THREADGROUP)) {
      threadgroupBytes.put(parameter, bytes);
    }
    return this;
  }

  /**
   * Says what the kernel is to do to what is bound, which a checked build holds it to: {@code
   * WRITE_ALL} and {@code WRITE_SOME} have no value before, and of {@code WRITE_ALL} every byte is
   * written. Unless said, it is read and, where the source allows, written.
   */
  public MslDispatch access(String parameter, Access access) {
    if (find(parameter, KernelBinding.Kind.BUFFER)) {
      declared.put(parameter, access);
    }
    return this;
  }

  /**
   * The order in which the threads of a group run: 0 forward, 1 reverse, any other value a seed.
   * Results must not depend on it.
   */
  public MslDispatch order(int threadOrder) {
    order = threadOrder;
    return this;
  }

  /** After which a checked build stops with an error; one minute unless said. */
  public MslDispatch timeLimit(Duration limit) {
    timeLimit = limit;
    return this;
  }

  private boolean find(String parameter, KernelBinding.Kind kind) {
    List<String> names =
        entry.bindings()
            .stream()
            .filter(b -> b.kind() == kind)
            .map(KernelBinding::name)
            .toList();
    if (names.contains(parameter)) {
      return true;
    }
    problems.add(
        Problem.of(
            MslCodes.DISPATCH_INVALID,
            "kernel '" + entry.name() + "' has no parameter '" + parameter + "' of this kind")
            .expected(String.join(", ", NearestNames.of(parameter, names)), parameter));
    return false;
  }

  /** Runs a one-dimensional grid of threads. */
  public void threads(int threads, int threadsPerGroup) {
    run(Geometry.threads(Size3.of(threads), Size3.of(threadsPerGroup)));
  }

  /**
   * Runs the kernel over the grid and returns when it is done.
   *
   * @throws InvalidCallException naming every binding that is missing or wrong
   */
  public void run(Geometry geometry) {
    long[] threadgroup = new long[KernelRunner.BINDINGS];
    for (KernelBinding binding : entry.bindings()) {
      check(binding, threadgroup);
    }
    problems.throwIfAny(InvalidCallException::new);
    try (Arena arena = Arena.ofShared()) {
      List<BoundBuffer> buffers = new ArrayList<>();
      List<Copy> copies = new ArrayList<>();
      for (KernelBinding binding : entry.bindings()) {
        MemorySegment value = values.get(binding.name());
        if (binding.kind() == KernelBinding.Kind.BUFFER && value != null) {
          MemorySegment memory = value;
          if (!value.isNative()) {
            MemorySegment copy = copyIn(value, arena);
            copies.add(new Copy(binding.name(), value, copy, access(binding, value).writes()));
            memory = copy.asSlice(MARGIN, value.byteSize());
          }
          buffers.add(
              new BoundBuffer(binding.index(), binding.name(), memory, access(binding, value)));
        }
      }
      List<Long> lengths = Arrays.stream(threadgroup).boxed().toList();
      runner.accept(new RunRequest(geometry, buffers, lengths, order, timeLimit));
      for (Copy copy : copies) {
        requireWholeMargins(copy.parameter, copy.memory);
        if (copy.writes) {
          Bytes.copy(copy.memory, MARGIN, copy.value, 0, copy.value.byteSize());
        }
      }
    }
  }

  /** The native copy of a heap segment, with its margins. */
  private record Copy(
      String parameter,
      MemorySegment value,
      MemorySegment memory,
      boolean writes) {}

  private Access access(KernelBinding binding, MemorySegment value) {
    boolean writable = !binding.readOnly() && !value.isReadOnly();
    return declared.getOrDefault(binding.name(), writable ? Access.READ_WRITE : Access.READ);
  }

  /** A copy with a margin on both sides that belongs to nobody, so that an overrun meets no other copy. */
  private static MemorySegment copyIn(MemorySegment value, Arena arena) {
    long bytes = value.byteSize();
    MemorySegment memory = arena.allocate(MARGIN + bytes + MARGIN, MARGIN).fill(CANARY);
    Bytes.copy(value, 0, memory, MARGIN, bytes);
    return memory;
  }

  /** A fast build does not see a write out of bounds happen; what it left beside a copy tells of it. */
  private void requireWholeMargins(String parameter, MemorySegment copy) {
    for (long at : new long[] {0, copy.byteSize() - MARGIN}) {
      for (long i = at; i < at + MARGIN; i++) {
        if (copy.get(ValueLayout.JAVA_BYTE, i) != CANARY) {
          throw new DeviceException(
              Problem.of(
                  MslCodes.OUT_OF_BOUNDS_WRITE,
                  "kernel '" + entry.name() + "' wrote outside of parameter '" + parameter + "'")
                  .expected(
                      "within " + (copy.byteSize() - 2 * MARGIN) + " bytes",
                      "a write to byte " + (i - MARGIN))
                  .remedy("Run the checked build: it names the line."));
        }
      }
    }
  }

  private void check(KernelBinding binding, long[] threadgroup) {
    MemorySegment value = values.get(binding.name());
    switch (binding.kind()) {
      case BUFFER -> {
        boolean known = binding.index() >= 0 && binding.index() < KernelRunner.BINDINGS;
        if (!known) {
          problems.add(
              Problem.of(
                  MslCodes.DISPATCH_INVALID,
                  "parameter '" + binding.name() + "' has no usable index")
                  .expected("0 to 30", Integer.toString(binding.index())));
        } else if (value != null) {
          checkAccess(binding, value);
        } else if (!binding.optional()) {
          problems.add(
              Problem.of(
                  MslCodes.DISPATCH_INVALID, "parameter '" + binding.name() + "' is not bound"));
        }
      }
      case THREADGROUP -> {
        Long bytes = threadgroupBytes.get(binding.name());
        if (bytes == null || bytes <= 0 || bytes > 32768 || bytes % 16 != 0) {
          problems.add(
              Problem.of(
                  MslCodes.DISPATCH_INVALID,
                  "threadgroup argument '" + binding.name() + "' needs a length")
                  .expected("a multiple of 16 up to 32768", String.valueOf(bytes)));
        } else {
          threadgroup[binding.index()] = bytes;
        }
      }
      case OPAQUE ->
          problems.add(
              Problem.of(
                  MslCodes.KERNEL_UNSUPPORTED,
                  "parameter '" + binding.name() + "' is no memory: " + binding.type()));
      case BUILT_IN -> {}
    }
  }

  private void checkAccess(KernelBinding binding, MemorySegment value) {
    Access access = access(binding, value);
    if (access.writes() && (binding.readOnly() || value.isReadOnly())) {
      String why = binding.readOnly() ? "which is const in the source" : "a read-only segment";
      problems.add(
          Problem.of(
              MslCodes.DISPATCH_INVALID,
              "parameter '" + binding.name() + "' is declared " + access + " and bound to what "
                  + "cannot be written")
              .expected("what can be written", why));
    }
  }
}
