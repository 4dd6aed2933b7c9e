package dev.assay.msl.compiler;

import dev.assay.msl.reader.MslSource;
import dev.assay.msl.reader.text.Includes;
import dev.assay.msl.reader.text.SourcePart;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Remembers every header that was looked for while a source was read, and what was found, so that a
 * later process can tell without reading the source whether it would find the same.
 */
final class IncludeRecord implements Includes {
  private static final String ABSENT = "absent";

  private final Includes includes;
  private final List<SourcePart> parts;
  private final List<String> lines = new ArrayList<>();

  IncludeRecord(MslSource source) {
    this.includes = source.includes();
    this.parts = new ArrayList<>(source.parts());
  }

  @Override
  public Optional<SourcePart> find(String name, SourcePart includer, boolean quoted) {
    Optional<SourcePart> found = includes.find(name, includer, quoted);
    int from = indexOf(includer);
    if (from >= 0) {
      lines.add(line(from, quoted, found, name));
      found.ifPresent(parts::add);
    }
    return found;
  }

  private int indexOf(SourcePart includer) {
    for (int i = parts.size() - 1; i >= 0; i--) {
      if (parts.get(i).name().equals(includer.name())) {
        return i;
      }
    }
    return -1;
  }

  private static String line(int from, boolean quoted, Optional<SourcePart> found, String name) {
    String hash = found.map(part -> new Hash().add(part.text()).finish()).orElse(ABSENT);
    return from + " " + quoted + " " + hash + " " + name;
  }

  /** What was looked for and found, a line each. */
  List<String> lines() {
    return List.copyOf(lines);
  }

  /** Whether a source would find today what an earlier reading recorded. */
  static boolean holds(MslSource source, List<String> lines) {
    List<SourcePart> parts = new ArrayList<>(source.parts());
    for (String line : lines) {
      String[] fields = line.split(" ", 4);
      int from = Integer.parseInt(fields[0]);
      boolean quoted = Boolean.parseBoolean(fields[1]);
      Optional<SourcePart> found;
      try {
        found = source.includes().find(fields[3], parts.get(from), quoted);
      } catch (UncheckedIOException e) {
        // It was readable then: compiling again tells what is wrong with it now.
        return false;
      }
      if (!line(from, quoted, found, fields[3]).equals(line)) {
        return false;
      }
      found.ifPresent(parts::add);
    }
    return true;
  }
}
