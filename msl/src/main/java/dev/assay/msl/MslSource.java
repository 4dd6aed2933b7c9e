package dev.assay.msl;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * MSL text with what its preprocessing depends on.
 *
 * @param name what diagnostics call the text; where it is a file's path, includes in quotes are
 *     looked for beside that file first
 * @param text the source text
 * @param includeRoots folders in which includes are looked for, in order
 * @param defines macros defined ahead of the text
 */
public record MslSource(
    String name,
    String text,
    List<Path> includeRoots,
    SortedMap<String, String> defines) {

  public MslSource {
    includeRoots = List.copyOf(includeRoots);
    defines = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(defines));
  }

  /** Text without include roots or macros. */
  public static MslSource of(String name, String text) {
    return new MslSource(name, text, List.of(), new TreeMap<>());
  }

  /** The same text with one more macro, which replaces one of its name. */
  public MslSource withDefine(String macro, String value) {
    TreeMap<String, String> all = new TreeMap<>(defines);
    all.put(macro, value);
    return new MslSource(name, text, includeRoots, all);
  }

  /** The same text with these include roots. */
  public MslSource withIncludeRoots(List<Path> roots) {
    return new MslSource(name, text, roots, defines);
  }

  /** The same text with these macros instead of its own. */
  public MslSource withDefines(Map<String, String> macros) {
    return new MslSource(name, text, includeRoots, new TreeMap<>(macros));
  }
}
