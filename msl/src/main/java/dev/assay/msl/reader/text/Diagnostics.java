package dev.assay.msl.reader.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Collects findings while a text is read. The same finding at the same place is kept once, and past {@link #LIMIT}
 * findings only their number is kept, so that hostile text cannot fill memory. Not thread-safe.
 */
public final class Diagnostics {

  /** Most findings kept. */
  public static final int LIMIT = 1000;

  private final Set<Diagnostic> found = new LinkedHashSet<>();
  private int dropped;

  /** Reports what makes the text wrong. */
  public void error(SourcePosition position, String message) {
    add(new Diagnostic(position, Severity.ERROR, message));
  }

  /** Reports what is odd but leaves no doubt about the kernels. */
  public void warning(SourcePosition position, String message) {
    add(new Diagnostic(position, Severity.WARNING, message));
  }

  private void add(Diagnostic diagnostic) {
    if (found.size() < LIMIT) {
      found.add(diagnostic);
    } else if (!found.contains(diagnostic)) {
      dropped++;
    }
  }

  /** The findings, by part in order of first appearance, then by line and column. */
  public List<Diagnostic> list() {
    List<String> parts = found.stream().map(d -> d.position().part()).distinct().toList();
    List<Diagnostic> sorted = new ArrayList<>(found);
    sorted.sort(
        Comparator.comparingInt((Diagnostic d) -> parts.indexOf(d.position().part()))
            .thenComparingInt(d -> d.position().line())
            .thenComparingInt(d -> d.position().column()));
    if (dropped > 0) {
      sorted.add(new Diagnostic(
          sorted.getLast().position(), Severity.ERROR,
          dropped + " further findings are not listed"));
    }
    return List.copyOf(sorted);
  }
}
