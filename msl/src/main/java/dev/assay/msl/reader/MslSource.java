package dev.assay.msl.reader;

import dev.assay.msl.reader.text.Includes;
import dev.assay.msl.reader.text.SourcePart;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What to read, and how: parts in order, where includes are found, macros, and the version of the language.
 *
 * @param parts read as if they stood one after the other
 * @param includes finds headers that the compiler does not bring along
 * @param defines macros by name, defined in the map's order; an empty value defines an empty macro
 * @param metalVersion as in {@code __METAL_VERSION__}: 320 is Metal 3.2
 */
public record MslSource(
    List<SourcePart> parts,
    Includes includes,
    Map<String, String> defines,
    int metalVersion) {

  /** Metal 3.2, the newest version without Metal 4's own command model. */
  public static final int DEFAULT_METAL_VERSION = 320;

  /** Copies what is handed in. */
  public MslSource {
    parts = List.copyOf(parts);
    defines = Collections.unmodifiableMap(new LinkedHashMap<>(defines));
  }

  /** Parts without includes of their own and without macros. */
  public static MslSource of(SourcePart... parts) {
    return new MslSource(List.of(parts), Includes.none(), Map.of(), DEFAULT_METAL_VERSION);
  }

  /** A text in memory. */
  public static MslSource of(String name, String text) {
    return of(SourcePart.of(name, text));
  }

  /** This source with another way to find headers. */
  public MslSource withIncludes(Includes newIncludes) {
    return new MslSource(parts, newIncludes, defines, metalVersion);
  }

  /** This source with other macros. */
  public MslSource withDefines(Map<String, String> newDefines) {
    return new MslSource(parts, includes, newDefines, metalVersion);
  }

  /** This source in another version of the language. */
  public MslSource withMetalVersion(int version) {
    return new MslSource(parts, includes, defines, version);
  }
}
