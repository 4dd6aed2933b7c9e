package dev.assay.msl.compiler;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the rewriter must know of a translation unit, by token index. */
final class Outline {
  /** {@code name(argument)} inside double brackets; the argument is empty where there is none. */
  record Attribute(String name, String argument) {}

  /**
   * @param indirect whether it is a pointer, a reference or an array of them
   * @param opaque whether it is a texture, a sampler or another object that is no memory
   */
  record Parameter(
      String name,
      String type,
      List<Attribute> attributes,
      boolean indirect,
      boolean opaque) {
    Optional<Attribute> attribute(String wanted) {
      return attributes.stream().filter(a -> a.name().equals(wanted)).findFirst();
    }
  }

  /**
   * A kernel function or template of kernels.
   *
   * @param scope ends with {@code ::} or is empty
   * @param declarator token index of its name
   * @param bodyStart token index of the body's brace
   * @param bodyEnd token index after the brace that closes it
   */
  record Kernel(
      String scope,
      String name,
      boolean template,
      @Nullable String hostName,
      List<Parameter> parameters,
      int declarator,
      int bodyStart,
      int bodyEnd) {}

  /** An explicit instantiation of a kernel template. */
  record Instantiation(
      String scope,
      String name,
      String arguments,
      @Nullable String hostName,
      int parameterCount) {}

  /**
   * @param attributeStart token index of the attribute's first bracket
   * @param attributeEnd token index after its last
   */
  record Constant(String name, int index, String type, int attributeStart, int attributeEnd) {}

  final List<Kernel> kernels = new ArrayList<>();
  final List<Instantiation> instantiations = new ArrayList<>();
  final List<Constant> constants = new ArrayList<>();

  /** Declarations that differ from an earlier one by address space alone: token spans. */
  final List<int[]> clones = new ArrayList<>();

  /** Explicit instantiations of kernels: token spans. */
  final List<int[]> instantiationSpans = new ArrayList<>();

  /** Identifiers in the bodies of all functions, and initialisers of all variables, of a name. */
  final Map<String, Set<String>> bodies = new LinkedHashMap<>();

  /** Names of data members, which may look like swizzles. */
  final Set<String> members = new HashSet<>();

  /** Names that {@code is_function_constant_defined} asks about. */
  final Set<String> asked = new HashSet<>();

  /** All names that a body reaches through the bodies of what it names. */
  Set<String> reachable(String function) {
    Set<String> reached = new HashSet<>(bodies.getOrDefault(function, Set.of()));
    Deque<String> queue = new ArrayDeque<>(reached);
    while (!queue.isEmpty()) {
      for (String name : bodies.getOrDefault(queue.remove(), Set.of())) {
        if (reached.add(name)) {
          queue.add(name);
        }
      }
    }
    return reached;
  }

  void addBody(String function, Set<String> identifiers) {
    bodies.computeIfAbsent(function, name -> new HashSet<>()).addAll(identifiers);
  }
}
