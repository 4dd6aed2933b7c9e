package dev.assay.backend.metal.apple.doubled;

import dev.assay.msl.CacheLocation;
import dev.assay.msl.compiler.LlvmToolchain;
import dev.assay.msl.compiler.PrivateFolder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The native part of the double: compiled once for each version of its sources into the private cache folder, and loaded
 * once into a process, for good.
 */
final class DoubleLibrary {
  private static final List<String> UNITS = List.of("msgsend.c", "runtime.c", "objects.c",
      "control.c", "foundation.c", "device.c", "library.c", "pipeline.c", "archive.c", "memory.c",
      "queue.c", "commands.c", "recording.c", "encoder.c", "indirect.c", "execution.c",
      "completion.c", "idle.c");
  private static final List<String> HEADERS =
      List.of("libc.h", "runtime.h", "control.h", "metal.h", "engine.h");

  private static final List<String> FLAGS = List.of("-x", "c", "-std=c11", "-O1", "-g1", "-fPIC",
      "-nostdinc", "-fvisibility=hidden", "-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror",
      "-c");
  private static final List<String> LINK =
      List.of("-shared", "-z", "now", "-z", "noexecstack", "-o");

  private static final String FILE = "libassay-apple-double.so";
  private static final SymbolLookup SYMBOLS = load();

  private DoubleLibrary() {}

  /** What it exports. */
  static SymbolLookup symbols() {
    return SYMBOLS;
  }

  @SuppressWarnings("restricted")
  private static SymbolLookup load() {
    return SymbolLookup.libraryLookup(compiled(), Arena.global());
  }

  private static Path compiled() {
    Map<String, byte[]> sources = new LinkedHashMap<>();
    HEADERS.forEach(name -> sources.put(name, resource(name)));
    UNITS.forEach(name -> sources.put(name, resource(name)));
    PrivateFolder cache = PrivateFolder.open(CacheLocation.resolve(System.getenv()));
    String name = "apple-double-" + version(sources);
    Path known = cache.path().resolve(name).resolve(FILE);
    return Files.isRegularFile(known) ? known : compile(cache, sources, name).resolve(FILE);
  }

  private static Path compile(PrivateFolder cache, Map<String, byte[]> sources, String name) {
    LlvmToolchain tools = LlvmToolchain.open(cache);
    Path work = cache.newWorkFolder();
    try {
      for (Map.Entry<String, byte[]> source : sources.entrySet()) {
        Files.write(work.resolve(source.getKey()), source.getValue());
      }
      List<String> clang = new ArrayList<>();
      clang.add("--target=" + target());
      clang.addAll(FLAGS);
      clang.addAll(UNITS);
      require("clang", tools.clang(work, clang));
      List<String> lld = new ArrayList<>(LINK);
      lld.add(FILE);
      UNITS.forEach(unit -> lld.add(unit.replace(".c", ".o")));
      require("lld", tools.lld(work, lld));
      return cache.publish(work, name);
    } catch (IOException e) {
      PrivateFolder.delete(work);
      throw new UncheckedIOException(e);
    }
  }

  private static void require(String tool, LlvmToolchain.Result result) {
    if (!result.succeeded()) {
      throw new IllegalStateException(
          tool + " refused the double of Apple's Metal:\n" + result.messages());
    }
  }

  private static String target() {
    String arch = System.getProperty("os.arch");
    return (arch.equals("aarch64") ? arch : "x86_64") + "-unknown-linux-gnu";
  }

  private static String version(Map<String, byte[]> sources) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update((target() + FLAGS + LINK).getBytes(StandardCharsets.UTF_8));
      sources.values().forEach(digest::update);
      return HexFormat.of().formatHex(digest.digest(), 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static byte[] resource(String name) {
    try (InputStream in = DoubleLibrary.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("source " + name + " is missing from the jar");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
