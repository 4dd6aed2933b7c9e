package dev.assay.msl;

import dev.assay.msl.compiler.KernelBinding;
import dev.assay.msl.compiler.KernelEntry;
import dev.assay.msl.exec.BoundBuffer;
import dev.assay.msl.exec.Geometry;
import dev.assay.msl.exec.KernelRunner;
import dev.assay.msl.exec.RunRequest;
import dev.assay.msl.exec.Size3;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The bindings of one run of a kernel, by parameter name. Arrays are copied in and, unless the
 * parameter is read-only, out again when the run is done; native segments are used in place. Not
 * thread-safe.
 */
public final class MslDispatch {
  private static final long GAP = 256;

  private final KernelEntry entry;
  private final Consumer<RunRequest> runner;
  private final Problems problems;
  private final Map<String, MemorySegment> values = new LinkedHashMap<>();
  private final Map<String, Long> threadgroupBytes = new LinkedHashMap<>();
  private final Set<String> outputs = new HashSet<>();
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
   * Says that what is bound to the parameter has no value yet: a checked build refuses to read a
   * byte of it that the kernel has not written.
   */
  public MslDispatch output(String parameter) {
    if (find(parameter, KernelBinding.Kind.BUFFER)) {
      outputs.add(parameter);
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
      Map<MemorySegment, MemorySegment> copies = new LinkedHashMap<>();
      for (KernelBinding binding : entry.bindings()) {
        MemorySegment value = values.get(binding.name());
        if (binding.kind() == KernelBinding.Kind.BUFFER && value != null) {
          MemorySegment memory = value.isNative() ? value : copyIn(value, arena);
          boolean writable = !binding.readOnly() && !value.isReadOnly();
          if (!value.isNative() && writable) {
            copies.put(value, memory);
          }
          buffers.add(
              new BoundBuffer(
                  binding.index(), binding.name(), memory, writable,
                  !outputs.contains(binding.name())));
        }
      }
      List<Long> lengths = Arrays.stream(threadgroup).boxed().toList();
      runner.accept(new RunRequest(geometry, buffers, lengths, order, timeLimit));
      copies.forEach((to, from) -> MemorySegment.copy(from, 0, to, 0, to.byteSize()));
    }
  }

  private static MemorySegment copyIn(MemorySegment value, Arena arena) {
    // Room after the copy belongs to nobody, so that an overrun does not land in the next one.
    long bytes = value.byteSize();
    MemorySegment memory = arena.allocate(bytes + GAP, 64).asSlice(0, bytes);
    MemorySegment.copy(value, 0, memory, 0, bytes);
    return memory;
  }

  private void check(KernelBinding binding, long[] threadgroup) {
    switch (binding.kind()) {
      case BUFFER -> {
        boolean known = binding.index() >= 0 && binding.index() < KernelRunner.BINDINGS;
        if (!known) {
          problems.add(
              Problem.of(
                  MslCodes.DISPATCH_INVALID,
                  "parameter '" + binding.name() + "' has no usable index")
                  .expected("0 to 30", Integer.toString(binding.index())));
        } else if (!values.containsKey(binding.name()) && !binding.optional()) {
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
}
