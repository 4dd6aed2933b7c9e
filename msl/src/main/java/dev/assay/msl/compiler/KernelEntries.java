package dev.assay.msl.compiler;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Derives from an outline every kernel that a host can name. */
final class KernelEntries {
  /** What a simdgroup or a quad does together, after {@code simd_} or {@code quad_}. */
  private static final Set<String> TOGETHER =
      Set.of("sum", "product", "max", "min", "and", "or", "xor", "shuffle", "shuffle_xor",
          "shuffle_up", "shuffle_down", "shuffle_rotate_up", "shuffle_rotate_down",
          "shuffle_and_fill_up", "shuffle_and_fill_down", "broadcast", "broadcast_first",
          "prefix_inclusive_sum", "prefix_exclusive_sum", "prefix_inclusive_product",
          "prefix_exclusive_product", "ballot", "all", "any", "is_first", "active_threads_mask",
          "vote");

  /** Other names that need the threads of a group to run side by side. */
  private static final Set<String> WAITING =
      Set.of("threadgroup_barrier", "simdgroup_barrier", "simdgroup_load", "simdgroup_store",
          "simdgroup_multiply", "simdgroup_multiply_accumulate", "simdgroup_matrix",
          "simdgroup_float8x8", "simdgroup_half8x8", "simdgroup_bfloat8x8",
          "make_filled_simdgroup_matrix", "make_diagonal_simdgroup_matrix");

  private final Outline outline;
  private final Set<String> waiting = new HashSet<>();

  private KernelEntries(Outline outline) {
    this.outline = outline;
  }

  static List<KernelEntry> of(Outline outline) {
    return new KernelEntries(outline).run();
  }

  private List<KernelEntry> run() {
    findWaitingFunctions();
    List<KernelEntry> entries = new ArrayList<>();
    for (Outline.Kernel kernel : outline.kernels) {
      if (!kernel.template()) {
        String name = kernel.hostName() == null ? kernel.name() : kernel.hostName();
        entries.add(entry(name, kernel, ""));
      }
    }
    for (Outline.Instantiation instantiation : outline.instantiations) {
      Outline.Kernel kernel = kernelOf(instantiation);
      if (kernel != null) {
        String host = instantiation.hostName();
        entries.add(
            entry(host == null ? kernel.name() : host, kernel, instantiation.arguments()));
      }
    }
    return entries;
  }

  private Outline.@Nullable Kernel kernelOf(Outline.Instantiation instantiation) {
    String wanted = instantiation.name().replaceAll(".*::", "");
    Outline.Kernel found = null;
    for (Outline.Kernel kernel : outline.kernels) {
      if (kernel.template() && kernel.name().equals(wanted)) {
        boolean arity = kernel.parameters().size() == instantiation.parameterCount();
        if (found == null || arity) {
          found = kernel;
        }
      }
    }
    return found;
  }

  private KernelEntry entry(String name, Outline.Kernel kernel, String arguments) {
    String scope = kernel.scope().replaceAll("@\\d+", "");
    String call = scope + kernel.name() + arguments;
    return new KernelEntry(
        name, call, bindings(kernel.parameters()), strategy(kernel));
  }

  private KernelEntry.Strategy strategy(Outline.Kernel kernel) {
    if (!waiting.contains(kernel.name())) {
      return KernelEntry.Strategy.LOOP;
    }
    // A barrier alone can be a suspension point; so can only what stands in the kernel itself.
    Set<String> body = outline.bodies.getOrDefault(kernel.name(), Set.of());
    boolean onlyBarriers =
        body.stream().noneMatch(word -> waits(word) && !word.equals("threadgroup_barrier"));
    boolean own = outline.reachable(kernel.name()).stream().noneMatch(waiting::contains);
    boolean single =
        outline.kernels.stream().filter(k -> k.name().equals(kernel.name())).count() == 1;
    return onlyBarriers && own && single
        ? KernelEntry.Strategy.COROUTINES
        : KernelEntry.Strategy.FIBERS;
  }

  private static List<KernelBinding> bindings(List<Outline.Parameter> parameters) {
    Set<Integer> taken = new HashSet<>();
    for (Outline.Parameter parameter : parameters) {
      parameter
          .attribute("buffer")
          .ifPresent(a -> taken.add(ConstantExpression.evaluate(a.argument())));
    }
    List<KernelBinding> bindings = new ArrayList<>();
    int next = 0;
    int opaque = 0;
    for (Outline.Parameter parameter : parameters) {
      KernelBinding.Kind kind = kind(parameter);
      int index = -1;
      String type = parameter.type();
      boolean optional = parameter.attribute("function_constant").isPresent();
      switch (kind) {
        case BUFFER -> {
          if (parameter.attribute("buffer").isPresent()) {
            index = ConstantExpression.evaluate(parameter.attribute("buffer").get().argument());
          } else {
            while (taken.contains(next)) {
              next++;
            }
            index = next++;
          }
        }
        case THREADGROUP ->
            index =
                parameter
                    .attribute("threadgroup")
                    .map(a -> ConstantExpression.evaluate(a.argument()))
                    .orElse(0);
        case OPAQUE -> index = opaque++;
        case BUILT_IN ->
            type =
                parameter.attributes()
                    .stream()
                    .map(Outline.Attribute::name)
                    .filter(BuiltIns::isKnown)
                    .findFirst()
                    .orElse("");
      }
      bindings.add(new KernelBinding(kind, parameter.name(), index, type, optional));
    }
    return bindings;
  }

  private static KernelBinding.Kind kind(Outline.Parameter parameter) {
    if (parameter.attribute("threadgroup").isPresent()) {
      return KernelBinding.Kind.THREADGROUP;
    }
    if (parameter.opaque() || parameter.attribute("texture").isPresent()
        || parameter.attribute("sampler").isPresent()
        || parameter.attribute("stage_in").isPresent()
        || parameter.attribute("payload").isPresent()) {
      return KernelBinding.Kind.OPAQUE;
    }
    if (parameter.attribute("buffer").isPresent()) {
      return KernelBinding.Kind.BUFFER;
    }
    boolean builtIn =
        parameter.attributes().stream().anyMatch(a -> BuiltIns.isKnown(a.name()));
    if (builtIn) {
      return KernelBinding.Kind.BUILT_IN;
    }
    return parameter.indirect() ? KernelBinding.Kind.BUFFER : KernelBinding.Kind.OPAQUE;
  }

  /** Names alone decide: a function waits where its body names one that does. */
  private void findWaitingFunctions() {
    Deque<String> queue = new ArrayDeque<>();
    outline.bodies.forEach(
        (name, identifiers) -> {
          if (identifiers.stream().anyMatch(KernelEntries::waits) && waiting.add(name)) {
            queue.add(name);
          }
        });
    while (!queue.isEmpty()) {
      String callee = queue.remove();
      outline.bodies.forEach(
          (name, identifiers) -> {
            if (identifiers.contains(callee) && waiting.add(name)) {
              queue.add(name);
            }
          });
    }
  }

  private static boolean waits(String word) {
    String name = word.startsWith("__metal_") ? word.substring("__metal_".length()) : word;
    boolean set = name.startsWith("simd_") || name.startsWith("quad_");
    return WAITING.contains(name) || (set && TOGETHER.contains(name.substring("simd_".length())));
  }
}
