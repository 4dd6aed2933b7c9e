package dev.assay.msl.compiler;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Replacements of spans of one text, applied together. Where two overlap, the wider one wins. */
final class TextEdits {
  private record Edit(int start, int end, String replacement) {}

  private final List<Edit> edits = new ArrayList<>();

  void replace(int start, int end, String replacement) {
    edits.add(new Edit(start, end, replacement));
  }

  void insert(int at, String text) {
    edits.add(new Edit(at, at, text));
  }

  /** Replaces a span by white space of the same shape, so that lines and columns stay. */
  void blank(String text, int start, int end) {
    StringBuilder spaces = new StringBuilder(end - start);
    for (int i = start; i < end; i++) {
      spaces.append(text.charAt(i) == '\n' ? '\n' : ' ');
    }
    // A line marker inside the span keeps its meaning: later lines are counted from it.
    int marker = indexOfMarker(text, start, end);
    while (marker >= 0) {
      int lineEnd = text.indexOf('\n', marker + 1);
      int stop = Math.min(end, lineEnd < 0 ? text.length() : lineEnd);
      spaces.replace(marker + 1 - start, stop - start, text.substring(marker + 1, stop));
      marker = indexOfMarker(text, stop - 1, end);
    }
    replace(start, end, spaces.toString());
  }

  private static int indexOfMarker(String text, int start, int end) {
    for (int i = start; i + 1 < end; i++) {
      if (text.charAt(i) == '\n' && text.charAt(i + 1) == '#') {
        return i;
      }
    }
    return -1;
  }

  String apply(String text) {
    edits.sort(
        Comparator.comparingInt(Edit::start).thenComparing(Edit::end, Comparator.reverseOrder()));
    StringBuilder out = new StringBuilder(text.length() + 1024);
    int at = 0;
    for (Edit edit : edits) {
      if (edit.start < at) {
        continue;
      }
      out.append(text, at, edit.start).append(edit.replacement);
      at = edit.end;
    }
    return out.append(text, at, text.length()).toString();
  }
}
