package dev.assay.spi.kernel;

import java.util.List;
import java.util.stream.Collectors;
import org.apiguardian.api.API;

/**
 * A source text, whole or assembled from parts, known by a name: implementations made from one text share it, and
 * replacing it at run time drops exactly the pipelines made from it. Diagnostics speak of the part and line that the
 * author wrote, not of the assembled text.
 *
 * @param name the identity of the source, such as {@code assay/norm.metal}
 * @param parts the texts in order, at least one
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record KernelSource(String name, List<Part> parts) {
  /**
   * A piece of a source.
   *
   * @param name what its author calls it, such as a file name
   * @param text the text; a missing line break at the end is added in the assembled text
   */
  public record Part(String name, String text) {
    String closed() {
      return text.endsWith("\n") ? text : text + "\n";
    }
  }

  /**
   * A place in a part, counted from 1.
   *
   * @param part the part's name
   * @param line the line within it
   */
  public record Place(String part, int line) {}

  /** Checks that there is at least one part. */
  public KernelSource {
    parts = List.copyOf(parts);
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("source '" + name + "' has no part");
    }
  }

  /** A source of one part. */
  public static KernelSource of(String name, String text) {
    return new KernelSource(name, List.of(new Part(name, text)));
  }

  /** The assembled text. */
  public String text() {
    return parts.stream().map(Part::closed).collect(Collectors.joining());
  }

  /** Where a line of the assembled text, counted from 1, was written; lines past the end belong to the last part. */
  public Place locate(int assembledLine) {
    int before = 0;
    for (Part part : parts.subList(0, parts.size() - 1)) {
      int lines = (int) part.closed().chars().filter(character -> character == '\n').count();
      if (assembledLine <= before + lines) {
        return new Place(part.name(), assembledLine - before);
      }
      before += lines;
    }
    return new Place(parts.getLast().name(), assembledLine - before);
  }
}
