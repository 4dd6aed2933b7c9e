package dev.assay.msl.compiler;

import java.util.List;

/** How a checked build differs from a fast one. */
final class CheckedBuild {
  /** The vectorisers are off: they would merge accesses of neighbouring elements. */
  static final List<String> LANGUAGE =
      List.of(
          "-DASSAY_CHECKED=1", "-g1", "-fdebug-compilation-dir=.", "-fno-vectorize",
          "-fno-slp-vectorize");

  /**
   * Instruments each load, store and block transfer with a call to the runtime, and each edge of the
   * control flow with another. Atomics check themselves.
   */
  static final List<String> CODE_GENERATION =
      List.of(
          "-fsanitize=kernel-address",
          "-mllvm", "-asan-instrumentation-with-call-threshold=0",
          "-mllvm", "-asan-opt-same-temp=0",
          "-mllvm", "-asan-instrument-atomics=0",
          "-mllvm", "-asan-kernel-mem-intrinsic-prefix=1",
          "-mllvm", "-asan-stack=0",
          "-mllvm", "-asan-globals=0",
          // What the compiler believes to be in bounds is checked too: callbacks then equal accesses.
          "-mllvm", "-asan-use-stack-safety=0",
          "-mllvm", "-asan-opt-stack=0",
          "-mllvm", "-asan-opt-globals=0",
          // Pruning would leave out blocks that follow from others, such as a loop of one block.
          "-fsanitize-coverage=trace-pc", "-mllvm", "-sanitizer-coverage-prune-blocks=0");

  /** Sources that every kernel is linked with, without suffix. */
  static final List<String> FAST_RUNTIME = List.of("runtime", "support");

  /** Sources of a checked build. */
  static final List<String> RUNTIME = List.of("runtime", "support", "checks");

  private CheckedBuild() {}
}
