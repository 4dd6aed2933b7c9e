package dev.assay.cli;

import dev.assay.spi.provider.BackendProvider;
import dev.assay.spi.provider.OpPlugin;
import dev.assay.spi.provider.SpiVersion;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.spi.ToolProvider;

/** Builds the jar of a third party's backend or plugin. */
final class ProviderJar {
  private ProviderJar() {}

  /**
   * A jar with a backend for the SPI of today.
   *
   * @param id its id, which names the jar too
   * @param rank its rank
   * @param probe the body of its {@code probe} method
   */
  static Path write(Path folder, String id, int rank, String probe) throws IOException {
    return write(folder, id, rank, probe, SpiVersion.CURRENT.toString());
  }

  /** The same for another version of the SPI. */
  static Path write(Path folder, String id, int rank, String probe, String spiVersion)
      throws IOException {
    // One loader takes only the first of two classes of one name.
    String className = "Provider_" + id.replace('-', '_');
    Path source = Files.createDirectories(folder.resolve(id)).resolve(className + ".java");
    Files.writeString(source,
        """
            package acme;
            import dev.assay.spi.backend.Backend;
            import dev.assay.spi.kernel.KernelCatalog;
            import dev.assay.spi.provider.Availability;
            public final class %s implements dev.assay.spi.provider.BackendProvider {
              public String id() { return "%s"; }
              public int rank() { return %d; }
              public Availability probe() { %s }
              public Backend open(KernelCatalog catalog) { throw new dev.assay.spi.error.UnavailableException(dev.assay.spi.error.Problem.of(
                new dev.assay.spi.error.ErrorCode("acme.no_licence"), "the licence of acme has ended")); }
            }
            """
            .formatted(className, id, rank, probe));
    compile(source);
    Path jar = folder.resolve(id + ".jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      put(out, "acme/" + className + ".class",
          Files.readAllBytes(source.resolveSibling(className + ".class")));
      put(out, "META-INF/services/" + BackendProvider.class.getName(),
          utf8("acme." + className + "\n"));
      put(out, SpiVersion.RESOURCE, utf8("spi.version=" + spiVersion + "\nversion=7.8.9\n"));
    }
    return jar;
  }

  /**
   * A jar with a plugin.
   *
   * @param className its simple name, which names the jar too
   * @param members of the class that implements {@code OpPlugin}
   */
  static Path plugin(Path folder, String className, String members) throws IOException {
    Path source = Files.createDirectories(folder.resolve(className)).resolve(className + ".java");
    Files.writeString(source,
        """
            package acme;
            import dev.assay.spi.data.DType;
            import dev.assay.spi.kernel.*;
            import java.util.List;
            public final class %s implements dev.assay.spi.provider.OpPlugin {
              %s
            }
            """
            .formatted(className, members));
    compile(source);
    Path jar = folder.resolve(className + ".jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      put(out, "acme/" + className + ".class",
          Files.readAllBytes(source.resolveSibling(className + ".class")));
      put(out, "META-INF/services/" + OpPlugin.class.getName(), utf8("acme." + className + "\n"));
      put(out, SpiVersion.RESOURCE, utf8("spi.version=" + SpiVersion.CURRENT + "\nversion=1\n"));
    }
    return jar;
  }

  private static void compile(Path source) {
    String path = System.getProperty("jdk.module.path", "") + File.pathSeparator
        + System.getProperty("java.class.path");
    StringWriter messages = new StringWriter();
    PrintWriter writer = new PrintWriter(messages);
    int status = ToolProvider.findFirst("javac")
        .orElseThrow()
        .run(writer, writer, "-proc:none", "-cp", path, source.toString());
    if (status != 0) {
      throw new AssertionError("the provider does not compile:\n" + messages);
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void put(JarOutputStream out, String name, byte[] bytes) throws IOException {
    out.putNextEntry(new JarEntry(name));
    out.write(bytes);
    out.closeEntry();
  }
}
