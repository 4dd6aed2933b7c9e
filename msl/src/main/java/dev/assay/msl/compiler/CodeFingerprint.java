package dev.assay.msl.compiler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.stream.Stream;

/** A hash of this module's own code, which decides what is compiled and so belongs to every key. */
final class CodeFingerprint {
  private CodeFingerprint() {}

  static String get() {
    CodeSource source = CodeFingerprint.class.getProtectionDomain().getCodeSource();
    URL location = source == null ? null : source.getLocation();
    if (location == null || !location.getProtocol().equals("file")) {
      // Linked into a runtime image, which changes as a whole.
      return new Hash().add(System.getProperty("java.home"))
          .add(String.valueOf(CodeFingerprint.class.getModule().getDescriptor()))
          .finish();
    }
    try {
      Path path = Path.of(location.toURI());
      Hash hash = new Hash();
      for (Path file : files(path)) {
        hash.add(path.relativize(file).toString()).add(Files.readAllBytes(file));
      }
      return hash.finish();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<Path> files(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      return List.of(path);
    }
    try (Stream<Path> files = Files.walk(path.resolve("dev"))) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
