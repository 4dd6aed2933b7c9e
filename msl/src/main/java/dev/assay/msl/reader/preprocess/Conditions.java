package dev.assay.msl.reader.preprocess;

import dev.assay.msl.reader.text.Diagnostics;
import dev.assay.msl.reader.text.Token;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BooleanSupplier;

/** The nest of {@code #if} groups around the line that is read. */
final class Conditions {

  private static final class Group {
    final Token opener;
    final boolean outerReads;
    boolean reads;
    boolean done;
    boolean hadElse;

    Group(Token opener, boolean outerReads, boolean reads) {
      this.opener = opener;
      this.outerReads = outerReads;
      this.reads = reads;
      this.done = reads;
    }
  }

  private static final int MAX_DEPTH = 10_000;

  private final Deque<Group> groups = new ArrayDeque<>();
  private final Diagnostics diagnostics;

  Conditions(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
  }

  /** Whether lines here belong to the text. */
  boolean reads() {
    return groups.isEmpty() || groups.peek().reads;
  }

  int depth() {
    return groups.size();
  }

  /** {@code #if} and its kin; the condition is asked only where it matters. */
  void open(Token directive, BooleanSupplier condition) {
    boolean outer = reads();
    boolean reads = outer && condition.getAsBoolean();
    if (groups.size() == MAX_DEPTH) {
      diagnostics.error(directive.position(), "conditions are nested deeper than " + MAX_DEPTH);
    }
    groups.push(new Group(directive, outer, reads));
  }

  /** {@code #elif}. */
  void otherwiseIf(Token directive, BooleanSupplier condition) {
    Group group = groups.peek();
    if (group == null || group.hadElse) {
      diagnostics.error(directive.position(),
          "#" + directive.text() + (group == null ? " without #if" : " after #else"));
      return;
    }
    group.reads = group.outerReads && !group.done && condition.getAsBoolean();
    group.done |= group.reads;
  }

  /** {@code #else}. */
  void otherwise(Token directive) {
    Group group = groups.peek();
    if (group == null || group.hadElse) {
      diagnostics.error(directive.position(),
          group == null ? "#else without #if" : "a second #else");
      return;
    }
    group.hadElse = true;
    group.reads = group.outerReads && !group.done;
    group.done = true;
  }

  /** {@code #endif}. */
  void close(Token directive) {
    if (groups.isEmpty()) {
      diagnostics.error(directive.position(), "#endif without #if");
    } else {
      groups.pop();
    }
  }

  /** At the end of a text: groups opened in it must be closed in it. */
  void closeDownTo(int depth) {
    while (groups.size() > depth) {
      Token opener = groups.pop().opener;
      diagnostics.error(opener.position(), "#" + opener.text() + " has no #endif");
    }
  }
}
