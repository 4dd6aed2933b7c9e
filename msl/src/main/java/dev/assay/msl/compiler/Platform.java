package dev.assay.msl.compiler;

import java.util.Locale;

/** The platforms for which the LLVM jar has classifiers. */
final class Platform {
  private Platform() {}

  /** The classifier of the running platform, such as {@code linux-x86_64}. */
  static String classifier() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String system =
        os.startsWith("mac") ? "macosx" : os.startsWith("windows") ? "windows" : "linux";
    return system + "-" + (isArm() ? "arm64" : "x86_64");
  }

  static boolean isLinux() {
    return System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("linux");
  }

  static boolean isArm() {
    String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    return arch.equals("aarch64") || arch.equals("arm64");
  }
}
