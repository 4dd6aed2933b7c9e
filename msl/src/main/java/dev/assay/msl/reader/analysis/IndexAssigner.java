package dev.assay.msl.reader.analysis;

import dev.assay.msl.reader.model.MslParameter;
import dev.assay.msl.reader.model.ParameterKind.IndexSpace;
import dev.assay.msl.reader.text.Diagnostics;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Numbers what the text leaves unnumbered: in order of declaration, each parameter takes the lowest indices of its
 * table that no explicit index and no parameter before it has taken.
 */
final class IndexAssigner {

  private final Diagnostics diagnostics;

  IndexAssigner(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
  }

  /** The parameters with an index for every binding. */
  List<MslParameter> assign(List<MslParameter> parameters) {
    Map<IndexSpace, NavigableMap<Integer, MslParameter>> taken = new EnumMap<>(IndexSpace.class);
    for (MslParameter parameter : parameters) {
      if (parameter.kind().isBinding() && parameter.index().isPresent()) {
        take(parameter, taken.computeIfAbsent(parameter.kind().space(), space -> new TreeMap<>()));
      }
    }
    List<MslParameter> numbered = new ArrayList<>();
    for (MslParameter parameter : parameters) {
      if (!parameter.kind().isBinding() || parameter.index().isPresent()
          || isNumberedByText(parameter)) {
        numbered.add(parameter);
        continue;
      }
      NavigableMap<Integer, MslParameter> used =
          taken.computeIfAbsent(parameter.kind().space(), space -> new TreeMap<>());
      int index = free(used, parameter.slots());
      MslParameter at = parameter.at(index);
      int last = index + parameter.slots() - 1;
      if (last >= parameter.kind().space().size()) {
        diagnostics.error(
            parameter.position(),
            "parameter '" + parameter.name() + "' would get " + parameter.kind() + " index " + last
                + ", over the highest, " + (parameter.kind().space().size() - 1));
      }
      used.put(index, at);
      numbered.add(at);
    }
    return List.copyOf(numbered);
  }

  /** An index that the text states but nobody could evaluate must not be made up. */
  private static boolean isNumberedByText(MslParameter parameter) {
    return parameter.syntax()
        .attributes()
        .stream()
        .map(attribute -> attribute.name().toUpperCase(Locale.ROOT))
        .anyMatch(name -> name.equals(parameter.kind().space().name()));
  }

  private void take(MslParameter parameter, NavigableMap<Integer, MslParameter> used) {
    int from = parameter.index().orElseThrow();
    Map.Entry<Integer, MslParameter> before = used.lowerEntry(from + parameter.slots());
    if (before != null && before.getKey() + before.getValue().slots() > from) {
      MslParameter other = before.getValue();
      // Of parameters behind function constants only some exist at a time.
      if (other.gate().isEmpty() && parameter.gate().isEmpty()) {
        diagnostics.error(
            parameter.position(),
            "parameters '" + other.name() + "' and '" + parameter.name() + "' both take "
                + parameter.kind() + " index "
                + from);
      }
    }
    used.put(from, parameter);
  }

  private static int free(NavigableMap<Integer, MslParameter> used, int slots) {
    int candidate = 0;
    for (Map.Entry<Integer, MslParameter> entry : used.entrySet()) {
      if (entry.getKey() >= candidate + slots) {
        break;
      }
      candidate = Math.max(candidate, entry.getKey() + entry.getValue().slots());
    }
    return candidate;
  }
}
