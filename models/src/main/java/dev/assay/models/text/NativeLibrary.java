package dev.assay.models.text;

import ai.djl.huggingface.tokenizers.jni.TokenizersLibrary;
import dev.assay.models.ModelCodes;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.UnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.zip.CRC32;

/**
 * The tokeniser's native code: copied from its jar to the cache and loaded once.
 *
 * <p>Done here rather than by the library's own loader, which on the way starts JNA, opens the CUDA runtime where
 * there is one, asks cloud services who the machine is, and trusts whatever file lies in its cache.
 */
final class NativeLibrary {
  private static boolean loaded;

  private NativeLibrary() {}

  /** Loads the library if that was not done yet. */
  static synchronized void load() {
    if (loaded) {
      return;
    }
    String osName = System.getProperty("os.name", "");
    URL resource = resource(osName, System.getProperty("os.arch", ""));
    Path root =
        CacheFolder.root(System.getenv(), osName, Path.of(System.getProperty("user.home", ".")));
    load(extract(resource, CacheFolder.open(root, "native")));
    loaded = true;
  }

  /** Where the library for a platform lies in its jar. */
  static URL resource(String osName, String osArch) {
    String os = osName.toLowerCase(Locale.ROOT);
    String file =
        os.startsWith("mac") ? "osx-%s/cpu/libtokenizers.dylib" : "linux-%s/cpu/libtokenizers.so";
    String arch = osArch.equals("amd64") ? "x86_64" : osArch.equals("arm64") ? "aarch64" : osArch;
    URL found =
        os.startsWith("mac") || os.startsWith("linux")
            ? TokenizersLibrary.class.getResource("/native/lib/" + String.format(file, arch))
            : null;
    if (found == null) {
      throw new UnavailableException(
          Problem
              .of(ModelCodes.TOKENIZER_UNAVAILABLE,
                  "the tokeniser has no native library for this platform")
              .expected("Linux on x86-64 or AArch64, or macOS on AArch64",
                  osName + " on " + osArch));
    }
    return found;
  }

  /** The library's file in {@code folder}, copied there unless the very same bytes are there already. */
  static Path extract(URL resource, Path folder) {
    String path = resource.getPath();
    Path target = folder.resolve(path.substring(path.lastIndexOf('/') + 1));
    try {
      if (Files.isRegularFile(target) && checksum(target) == checksum(resource)) {
        return target;
      }
      Path part = Files.createTempFile(folder, "part", ".tmp");
      try {
        try (InputStream stream = resource.openStream();
            OutputStream output = Files.newOutputStream(part)) {
          stream.transferTo(output);
        }
        // Another process may load the old file or write its own copy at this moment: only a whole one may appear.
        Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(part);
      }
      return target;
    } catch (IOException e) {
      throw CacheFolder.unwritable(folder, e);
    }
  }

  private static long checksum(URL resource) throws IOException {
    if (resource.openConnection() instanceof JarURLConnection connection) {
      // The jar's directory has it: the library need not be unpacked to be compared.
      return connection.getJarEntry().getCrc();
    }
    CRC32 crc = new CRC32();
    try (InputStream stream = resource.openStream()) {
      crc.update(stream.readAllBytes());
    }
    return crc.getValue();
  }

  private static long checksum(Path file) throws IOException {
    CRC32 crc = new CRC32();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      crc.update(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size()));
    }
    return crc.getValue();
  }

  @SuppressWarnings("restricted")
  private static void load(Path library) {
    try {
      System.load(library.toAbsolutePath().toString());
    } catch (UnsatisfiedLinkError | IllegalCallerException e) {
      throw refused(e);
    }
  }

  /** The error for native code that the JVM or the system refuses. */
  static UnavailableException refused(Throwable cause) {
    return new UnavailableException(
        Problem.of(ModelCodes.TOKENIZER_UNAVAILABLE, "the tokeniser's native library does not load")
            .expected("a library that this system can load", String.valueOf(cause.getMessage()))
            .remedy(
                "allow programs in the cache folder, and start Java with"
                    + " --enable-native-access=dev.assay.models,ai.djl.tokenizers"
                    + " (on the class path: ALL-UNNAMED)"),
        cause);
  }
}
