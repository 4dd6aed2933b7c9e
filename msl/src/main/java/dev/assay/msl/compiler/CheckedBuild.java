package dev.assay.msl.compiler;

import java.util.List;

/** How a checked build differs from a fast one. */
final class CheckedBuild {
  /** Instruments each load, store and block transfer with a call, and each loop edge with another. */
  static final List<String> INSTRUMENTATION =
      List.of(
          "-fsanitize=kernel-address",
          "-fsanitize-coverage=trace-pc");

  /** Needed with the above; the vectorisers would merge accesses of neighbouring elements. */
  static final List<String> LANGUAGE =
      List.of(
          "-DASSAY_CHECKED=1", "-g1", "-fno-vectorize", "-fno-slp-vectorize");

  static final List<String> CODE_GENERATION =
      List.of(
          "-fsanitize=kernel-address",
          "-mllvm", "-asan-instrumentation-with-call-threshold=0",
          "-mllvm", "-asan-opt-same-temp=0",
          "-mllvm", "-asan-stack=0",
          "-mllvm", "-asan-globals=0",
          "-fsanitize-coverage=trace-pc");

  /** Sources that every kernel is linked with, without suffix. */
  static final List<String> FAST_RUNTIME = List.of("runtime", "support");

  /** Sources of a checked build. */
  static final List<String> RUNTIME = List.of("runtime", "support", "checks");

  private CheckedBuild() {}
}
