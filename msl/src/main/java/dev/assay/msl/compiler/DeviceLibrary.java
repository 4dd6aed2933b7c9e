package dev.assay.msl.compiler;

import dev.assay.msl.MslBuild;
import dev.assay.msl.MslCodes;
import dev.assay.msl.compiler.LlvmToolchain.Result;
import dev.assay.spi.error.DeviceException;
import dev.assay.spi.error.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Our MSL headers and the native runtime, unpacked and compiled ahead for one target and build. The
 * folders are named by a hash of all that went into them.
 */
final class DeviceLibrary {
  private static final String ROOT = "/dev/assay/msl/";
  private static final String ITSELF = "the MSL library itself";

  /** Flags that decide what numbers come out, for every compilation. */
  private static final List<String> LANGUAGE =
      List.of(
          "-x", "c++", "-std=c++17", "-Xclang", "-fcoroutines", "-O2", "-nostdinc",
          "-ffreestanding", "-fno-exceptions",
          "-fno-rtti", "-fno-strict-aliasing", "-fwrapv", "-fsigned-char", "-ffp-contract=off",
          "-fno-math-errno", "-fno-finite-loops", "-fno-threadsafe-statics",
          "-fno-asynchronous-unwind-tables",
          "-fno-stack-protector", "-fvisibility=hidden", "-w", "-Wno-invalid-constexpr",
          "-fno-caret-diagnostics",
          "-fno-color-diagnostics", "-Xclang",
          "-fno-diagnostics-use-presumed-location", "-fno-crash-diagnostics", "-fno-spell-checking",
          "-ferror-limit=64");

  private final Target target;
  private final Path headers;
  private final Path compiled;
  private final List<String> flags;
  private final String hash;

  private DeviceLibrary(
      Target target, Path headers, Path compiled, List<String> flags, String hash) {
    this.target = target;
    this.headers = headers;
    this.compiled = compiled;
    this.flags = flags;
    this.hash = hash;
  }

  static DeviceLibrary open(
      PrivateFolder cache, LlvmToolchain toolchain, Target target, MslBuild build) {
    Map<String, byte[]> files = resources();
    Hash contents = new Hash();
    files.forEach((name, bytes) -> contents.add(name).add(bytes));
    String headerHash = contents.finish();
    Path headers = unpack(cache, "device-" + headerHash, files);

    List<String> flags = flags(target, build);
    String hash =
        new Hash().add(headerHash)
            .add(ToolchainExtractor.VERSION)
            .add(String.join("\0", flags))
            .add(CodeFingerprint.get())
            .finish();
    String name = "library-" + hash;
    Path compiled = cache.path().resolve(name);
    if (!Files.isRegularFile(compiled.resolve("complete"))) {
      PrivateFolder.delete(compiled);
      compiled = compile(cache, toolchain, headers, flags, build, name);
    }
    return new DeviceLibrary(target, headers, compiled, flags, hash);
  }

  private static List<String> flags(Target target, MslBuild build) {
    List<String> flags = new ArrayList<>(target.flags());
    flags.addAll(LANGUAGE);
    if (target.name().startsWith("x86")) {
      flags.addAll(
          List.of("-Xclang", "-ffloat16-excess-precision=none",
              "-Xclang", "-fbfloat16-excess-precision=none"));
    }
    if (build == MslBuild.CHECKED) {
      flags.addAll(CheckedBuild.LANGUAGE);
    }
    return flags;
  }

  private static Path compile(
      PrivateFolder cache,
      LlvmToolchain toolchain,
      Path headers,
      List<String> flags,
      MslBuild build,
      String name) {
    Path work = cache.newWorkFolder();
    List<String> header = new ArrayList<>(flags);
    header.set(header.indexOf("c++"), "c++-header");
    if (build == MslBuild.CHECKED) {
      header.addAll(CheckedBuild.CODE_GENERATION);
    }
    header.addAll(List.of("-o", work.resolve("msl.pch").toString()));
    header.add(headers.resolve("device/msl.h").toString());
    require(toolchain.clang(work, header), ITSELF);
    if (!flags.contains(Target.PTX.flags().getFirst())) {
      for (String unit : build == MslBuild.CHECKED
          ? CheckedBuild.RUNTIME
          : CheckedBuild.FAST_RUNTIME) {
        List<String> runtime = new ArrayList<>(flags);
        runtime.addAll(List.of("-c", "-o", work.resolve(unit + ".o").toString()));
        runtime.add(headers.resolve("device/" + unit + ".cpp").toString());
        require(toolchain.clang(work, runtime), ITSELF);
      }
    }
    try {
      Files.createFile(work.resolve("complete"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return cache.publish(work, name);
  }

  private static void require(Result result, String what) {
    if (!result.succeeded()) {
      throw new DeviceException(
          Problem.of(
              MslCodes.TOOLCHAIN_FAILED,
              "clang refused " + what + ": " + result.messages()));
    }
  }

  /** Goes on with LLVM's text of a kernel; {@code output} says what clang makes of it and where. */
  void finish(LlvmToolchain toolchain, Path work, Path text, List<String> output) {
    List<String> command = new ArrayList<>(target.flags());
    command.addAll(List.of("-x", "ir", "-O2", "-ffreestanding", "-ffp-contract=off", "-w"));
    command.addAll(output);
    command.add(text.toString());
    require(toolchain.clang(work, command), "what was made of a kernel");
  }

  private static Path unpack(PrivateFolder cache, String name, Map<String, byte[]> files) {
    Path folder = cache.path().resolve(name);
    if (isWhole(folder, files)) {
      return folder;
    }
    PrivateFolder.delete(folder);
    Path work = cache.newWorkFolder();
    try {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        Path path = work.resolve(file.getKey());
        Files.createDirectories(path.getParent());
        Files.write(path, file.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return cache.publish(work, name);
  }

  private static boolean isWhole(Path folder, Map<String, byte[]> files) {
    try {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        Path path = folder.resolve(file.getKey());
        if (!Files.isRegularFile(path) || Files.size(path) != file.getValue().length) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static Map<String, byte[]> resources() {
    Map<String, byte[]> files = new LinkedHashMap<>();
    String index = new String(resource("index.txt"), StandardCharsets.UTF_8);
    index.lines().filter(line -> !line.isBlank()).forEach(line -> files.put(line, resource(line)));
    return files;
  }

  private static byte[] resource(String name) {
    try (InputStream in = DeviceLibrary.class.getResourceAsStream(ROOT + name)) {
      if (in == null) {
        throw new IllegalStateException("resource " + name + " is missing from the jar");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Names all that the library depends on: headers, compiler, target, build. */
  String hash() {
    return hash;
  }

  /** All our headers and native sources. */
  Path folder() {
    return headers;
  }

  /** Objects to link with a kernel's. */
  List<String> runtimeObjects(MslBuild build) {
    return (build == MslBuild.CHECKED ? CheckedBuild.RUNTIME : CheckedBuild.FAST_RUNTIME)
        .stream()
        .map(unit -> compiled.resolve(unit + ".o").toString())
        .toList();
  }

  /** Flags under which rewritten text compiles against the precompiled headers. */
  List<String> flags() {
    List<String> all = new ArrayList<>(flags);
    all.add("-include-pch");
    all.add(compiled.resolve("msl.pch").toString());
    return all;
  }
}
