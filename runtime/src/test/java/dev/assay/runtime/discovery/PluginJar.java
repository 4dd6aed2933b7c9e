package dev.assay.runtime.discovery;

import dev.assay.spi.provider.SpiVersion;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/** Builds a third party's jar: sources compiled against the SPI as another project would, and whatever entries. */
final class PluginJar {
  private final Map<String, String> sources = new LinkedHashMap<>();
  private final Map<String, byte[]> entries = new LinkedHashMap<>();

  private PluginJar() {}

  /** A jar that states the SPI version of today. */
  static PluginJar fitting() {
    return stating(SpiVersion.CURRENT.toString());
  }

  /** A jar that states this SPI version. */
  static PluginJar stating(String spiVersion) {
    return silent().entry(SpiVersion.RESOURCE, "spi.version=" + spiVersion + "\nversion=1.2.3\n");
  }

  /** A jar without a statement. */
  static PluginJar silent() {
    return new PluginJar();
  }

  /** A source file; {@code className} is {@code module-info} for a module. */
  PluginJar source(String className, String text) {
    sources.put(className, text);
    return this;
  }

  /** A service file with these lines. */
  PluginJar service(Class<?> service, String... lines) {
    return entry("META-INF/services/" + service.getName(), String.join("\n", lines) + "\n");
  }

  PluginJar entry(String name, String text) {
    return entry(name, text.getBytes(StandardCharsets.UTF_8));
  }

  PluginJar entry(String name, byte[] bytes) {
    entries.put(name, bytes);
    return this;
  }

  /** Compiles and packs. */
  Path write(Path jar) {
    try {
      Path classes = Files.createTempDirectory(jar.toAbsolutePath().getParent(), "classes");
      compile(classes);
      try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
          Stream<Path> files = Files.walk(classes)) {
        for (Path file : (Iterable<
            Path>) files.filter(path -> path.toString().endsWith(".class"))::iterator) {
          put(out, classes.relativize(file).toString().replace('\\', '/'),
              Files.readAllBytes(file));
        }
        for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
          put(out, entry.getKey(), entry.getValue());
        }
      }
      return jar;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void compile(Path classes) throws IOException {
    if (sources.isEmpty()) {
      return;
    }
    Path folder = Files.createTempDirectory(classes.getParent(), "sources");
    List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", classes.toString(),
        sources.containsKey("module-info") ? "--module-path" : "--class-path", spiPath()));
    for (Map.Entry<String, String> source : sources.entrySet()) {
      Path file = folder.resolve(source.getKey().replace('.', '/') + ".java");
      Files.createDirectories(file.getParent());
      Files.writeString(file, source.getValue());
      arguments.add(file.toString());
    }
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    PrintWriter writer = new PrintWriter(messages, true, StandardCharsets.UTF_8);
    int status = ToolProvider.findFirst("javac")
        .orElseThrow()
        .run(writer, writer, arguments.toArray(String[]::new));
    if (status != 0) {
      throw new IllegalStateException(
          "the plugin does not compile:\n" + messages.toString(StandardCharsets.UTF_8));
    }
  }

  /** Where this very test finds the SPI and its annotations, on whatever path. */
  private static String spiPath() {
    return String.join(java.io.File.pathSeparator, System.getProperty("jdk.module.path", ""),
        System.getProperty("java.class.path", ""));
  }

  private static void put(JarOutputStream out, String name, byte[] bytes) throws IOException {
    out.putNextEntry(new JarEntry(name));
    out.write(bytes);
    out.closeEntry();
  }
}
