package dev.assay.msl.compiler;

import dev.assay.msl.MslCodes;
import dev.assay.spi.error.FileReasons;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.ResourceException;
import dev.assay.spi.error.UnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Unpacks clang, lld and what they need from the LLVM jar, once, into a private folder. The folder
 * carries a manifest of sizes, and an incomplete or altered one is unpacked again.
 */
final class ToolchainExtractor {
  static final String VERSION = "20.1.7-1.5.12";
  private static final String MANIFEST = "manifest";

  private static final List<ToolFile> FILES =
      List.of(
          new ToolFile("clang", "clang"),
          new ToolFile("lld", "ld.lld"),
          new ToolFile("llvm-symbolizer", "llvm-symbolizer"),
          new ToolFile("libLLVM.so", "libLLVM.so.20.1"),
          new ToolFile("libclang-cpp.so", "libclang-cpp.so.20.1"));

  /** A file in the jar, and the name under which the programs look for it in the folder. */
  private record ToolFile(String inJar, String inFolder) {
    String entry() {
      return "org/bytedeco/llvm/" + Platform.classifier() + "/" + inJar;
    }
  }

  private ToolchainExtractor() {}

  /** The folder with the tools, unpacked now or earlier. */
  static Path extract(PrivateFolder cache) {
    String name = "llvm-" + VERSION + "-" + Platform.classifier();
    Path folder = cache.path().resolve(name);
    if (isComplete(folder)) {
      return folder;
    }
    Map<String, URL> entries = entries();
    PrivateFolder.delete(folder);
    Path work = cache.newWorkFolder();
    try {
      StringBuilder manifest = new StringBuilder();
      for (Map.Entry<String, URL> entry : entries.entrySet()) {
        Path file = work.resolve(entry.getKey());
        // Not through the shared jar cache: it would keep the jar open for the life of the process.
        URLConnection connection = entry.getValue().openConnection();
        connection.setUseCaches(false);
        try (InputStream in = connection.getInputStream()) {
          manifest.append(Files.copy(in, file)).append(' ').append(entry.getKey()).append('\n');
        }
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
      }
      Files.writeString(work.resolve(MANIFEST), manifest);
    } catch (IOException e) {
      PrivateFolder.delete(work);
      throw new ResourceException(
          Problem.of(MslCodes.CACHE_UNUSABLE,
              "the MSL compiler could not be unpacked: " + FileReasons.writing(e))
              .at(cache.path().toString())
              .remedy("It needs about 300 MB; name another folder in ASSAY_CACHE_DIR."),
          e);
    }
    return cache.publish(work, name);
  }

  static boolean isComplete(Path folder) {
    Path manifest = folder.resolve(MANIFEST);
    if (!Files.isRegularFile(manifest, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try {
      int files = 0;
      for (String line : Files.readAllLines(manifest)) {
        int space = line.indexOf(' ');
        Path file = folder.resolve(line.substring(space + 1));
        boolean whole =
            Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                && Files.size(file) == Long.parseLong(line, 0, space, 10);
        if (!whole) {
          return false;
        }
        files++;
      }
      return files == FILES.size();
    } catch (IOException | IndexOutOfBoundsException | IllegalArgumentException e) {
      // Neither a number nor the name of a file.
      return false;
    }
  }

  /** Why there is no compiler in this process: the first file, in the order above, that no jar holds. */
  static Optional<String> absence() {
    return FILES.stream()
        .map(ToolFile::entry)
        .filter(entry -> url(entry) == null)
        .findFirst()
        .map(entry -> "no jar holds " + entry + (isModular()
            ? "; on the module path nothing resolves the jars of llvm and javacpp: they belong on the"
                + " class path (-cp) beside it"
            : ""));
  }

  private static boolean isModular() {
    return ToolchainExtractor.class.getModule().isNamed();
  }

  /** What to do about a missing jar. */
  private static String remedy() {
    String jar = "org.bytedeco:llvm:" + VERSION + " with classifier " + Platform.classifier();
    return isModular()
        ? "Add " + jar
            + ", and javacpp with it, to the class path (-cp) beside the module path, where"
            + " nothing resolves them."
        : "Add " + jar + " to the class path.";
  }

  private static @Nullable URL url(String entry) {
    URL url = ToolchainExtractor.class.getClassLoader().getResource(entry);
    return url == null ? ClassLoader.getSystemResource(entry) : url;
  }

  private static Map<String, URL> entries() {
    Map<String, URL> found = new LinkedHashMap<>();
    for (ToolFile file : FILES) {
      URL url = url(file.entry());
      if (url == null) {
        throw new UnavailableException(
            Problem.of(MslCodes.TOOLCHAIN_ABSENT, "the MSL compiler needs a jar that is not there")
                .at(file.entry())
                .remedy(remedy()));
      }
      found.put(file.inFolder(), url);
    }
    return found;
  }
}
