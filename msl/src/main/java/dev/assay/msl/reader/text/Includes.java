package dev.assay.msl.reader.text;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the text of an {@code #include} that is no system header. Implementations may be called from any thread. */
@FunctionalInterface
public interface Includes {

  /**
   * Looks a header up.
   *
   * @param name as written between the quotes or angle brackets
   * @param includer the part that holds the {@code #include}
   * @param quoted true for quotes, which look beside the includer first
   * @return the part, or empty when there is none
   * @throws UncheckedIOException when a file is there but cannot be read; it becomes a diagnostic
   */
  Optional<SourcePart> find(String name, SourcePart includer, boolean quoted);

  /** No header is ever found. */
  static Includes none() {
    return (name, includer, quoted) -> Optional.empty();
  }

  /** Looks beside the including file, for quoted names, and then in {@code roots} in order. */
  static Includes folders(List<Path> roots) {
    List<Path> copy = List.copyOf(roots);
    return (name, includer, quoted) -> {
      List<Path> candidates = new ArrayList<>();
      try {
        if (quoted) {
          includer.file().ifPresent(file -> candidates.add(file.resolveSibling(name)));
        }
        copy.forEach(root -> candidates.add(root.resolve(name)));
      } catch (InvalidPathException e) {
        return Optional.empty();
      }
      for (Path candidate : candidates) {
        if (Files.isRegularFile(candidate)) {
          return Optional.of(read(candidate));
        }
      }
      return Optional.empty();
    };
  }

  private static SourcePart read(Path file) {
    try {
      return SourcePart.read(file.normalize());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
