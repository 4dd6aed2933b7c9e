package dev.assay.msl.compiler;

import dev.assay.msl.reader.syntax.FunctionSyntax;
import dev.assay.msl.reader.syntax.TokenRange;
import dev.assay.msl.reader.syntax.TokenSpan;
import dev.assay.msl.reader.syntax.VariableSyntax;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which names stand behind a name: those in the bodies of all functions, and the initialisers of
 * all variables, that bear it. Names alone decide, so an overload that is not called counts too.
 */
final class NameUse {
  private final Map<String, Set<String>> names = new HashMap<>();

  NameUse(TokenSpan in, List<Declared> declarations) {
    for (Declared each : declarations) {
      switch (each.declaration()) {
        case FunctionSyntax function when function.body() != null -> {
          String name = in.get(function.nameRange().to() - 1).text();
          // Default template arguments and default values of parameters are used by a call too.
          add(in, name, new TokenRange(function.nameRange().to(), function.range().to()));
        }
        case VariableSyntax variable -> add(in, variable.name(), variable.initializer());
        default -> {
          // Types hold nothing that runs but their members, which come on their own.
        }
      }
    }
  }

  private void add(TokenSpan in, String name, TokenRange range) {
    Set<String> behind = names.computeIfAbsent(name, n -> new HashSet<>());
    for (int i = range.from(); i < range.to(); i++) {
      if (in.isIdentifier(i)) {
        behind.add(in.get(i).text());
      }
    }
  }

  /** The names right behind a name. */
  Set<String> of(String name) {
    return names.getOrDefault(name, Set.of());
  }

  /** The names behind which one stands, however far, that {@code wanted} accepts. */
  Set<String> leadingTo(Predicate<String> wanted) {
    Map<String, Set<String>> users = new HashMap<>();
    names.forEach(
        (user, used) -> used.forEach(
            name -> users.computeIfAbsent(name, n -> new HashSet<>()).add(user)));
    Set<String> found = new HashSet<>();
    Deque<String> open = new ArrayDeque<>();
    users.keySet().stream().filter(wanted).forEach(open::add);
    while (!open.isEmpty()) {
      for (String user : users.getOrDefault(open.remove(), Set.of())) {
        if (found.add(user)) {
          open.add(user);
        }
      }
    }
    return found;
  }

  /** All names behind a name, however far. */
  Set<String> reachable(String name) {
    Set<String> reached = new HashSet<>(of(name));
    Deque<String> open = new ArrayDeque<>(reached);
    while (!open.isEmpty()) {
      for (String next : of(open.remove())) {
        if (reached.add(next)) {
          open.add(next);
        }
      }
    }
    return reached;
  }
}
