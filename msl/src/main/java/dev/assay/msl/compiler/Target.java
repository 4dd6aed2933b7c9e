package dev.assay.msl.compiler;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What code is made for.
 *
 * @param name part of cache keys: architecture and level
 * @param flags what clang must be told
 */
record Target(String name, List<String> flags) {
  private static final Set<String> LEVEL_3 =
      Set.of("avx2", "fma", "f16c", "bmi1", "bmi2", "movbe");

  static final Target AARCH64 =
      new Target("aarch64", List.of("--target=aarch64-unknown-linux-gnu", "-fPIC"));
  static final Target PTX =
      new Target(
          "sm_80",
          List.of("--target=nvptx64-nvidia-cuda", "-march=sm_80", "-Xclang", "-target-feature",
              "-Xclang", "+ptx78", "-fconvergent-functions"));

  /** The CPU that runs this process. */
  static Target host() {
    if (Platform.isArm()) {
      return AARCH64;
    }
    String level = hasLevel3() ? "x86-64-v3" : "x86-64";
    return new Target(
        level, List.of("--target=x86_64-unknown-linux-gnu", "-march=" + level, "-fPIC"));
  }

  /** Whether threads are run by our own runtime. */
  boolean isCpu() {
    return !equals(PTX);
  }

  private static boolean hasLevel3() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      Set<String> flags =
          lines
              .filter(line -> line.startsWith("flags"))
              .limit(1)
              .flatMap(line -> Stream.of(line.split("\\s+")))
              .collect(Collectors.toSet());
      return flags.containsAll(LEVEL_3);
    } catch (IOException e) {
      // Not Linux: what every x86-64 has will do.
      return false;
    }
  }
}
