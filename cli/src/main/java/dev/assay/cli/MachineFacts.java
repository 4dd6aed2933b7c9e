package dev.assay.cli;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What this process runs on.
 *
 * @param assay the version of the command
 * @param os the operating system with its version and architecture
 * @param java the version of Java and who built it
 * @param isModular whether Assay was started from the module path
 * @param cores the processors that Java may use
 * @param heapBytes the most that the Java heap may take
 * @param nativeAccess the modules of Assay that call native code, each with whether Java was told to let it
 */
record MachineFacts(
    String assay,
    String os,
    String java,
    boolean isModular,
    int cores,
    long heapBytes,
    Map<String, Boolean> nativeAccess) {
  /** What a start from the class path grants native access to. */
  private static final String UNNAMED = "ALL-UNNAMED";

  /** The MSL compiler's execution, Apple's driver, and the tokeniser of {@code embed} with what loads it. */
  private static final List<String> NATIVE = List.of("dev.assay.msl",
      "dev.assay.backend.metal.apple", "dev.assay.models", "ai.djl.tokenizers");

  /** The facts of this process. */
  static MachineFacts ofProcess() {
    Module own = MachineFacts.class.getModule();
    return new MachineFacts(Version.ofCommand(),
        System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
            + System.getProperty("os.arch"),
        Runtime.version() + " (" + System.getProperty("java.vendor") + ")", own.isNamed(),
        Runtime.getRuntime().availableProcessors(), Runtime.getRuntime().maxMemory(),
        own.isNamed() ? ofModules() : Map.of(UNNAMED, own.isNativeAccessEnabled()));
  }

  private static Map<String, Boolean> ofModules() {
    Map<String, Boolean> access = new TreeMap<>();
    for (String name : NATIVE) {
      Optional<Module> module = ModuleLayer.boot().findModule(name);
      module.ifPresent(found -> access.put(name, found.isNativeAccessEnabled()));
    }
    return access;
  }

  /** Those that native access was not granted to. */
  List<String> withoutNativeAccess() {
    return nativeAccess.entrySet()
        .stream()
        .filter(module -> !module.getValue())
        .map(Map.Entry::getKey)
        .toList();
  }
}
