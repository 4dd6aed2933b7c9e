package dev.assay.msl.compiler;

import dev.assay.msl.compiler.KernelEntry.Strategy;
import dev.assay.msl.reader.MslModule;
import dev.assay.msl.reader.model.Access;
import dev.assay.msl.reader.model.MslKernel;
import dev.assay.msl.reader.model.MslParameter;
import dev.assay.msl.reader.syntax.FunctionSyntax;
import dev.assay.msl.reader.syntax.TemplateSyntax;
import dev.assay.msl.reader.syntax.TokenRange;
import dev.assay.msl.reader.syntax.TokenSpan;
import java.util.List;
import java.util.Set;

/** Derives from a module how each of its kernels is called and how its threads run. */
final class KernelCalls {
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
          "simdgroup_matrix_8x8_multiply_accumulate",
          "simdgroup_float8x8", "simdgroup_half8x8", "simdgroup_bfloat8x8",
          "make_filled_simdgroup_matrix", "make_diagonal_simdgroup_matrix",
          "matmul2d", "get_multidimensional_index", "get_thread_index_in_simdgroup",
          "get_thread_index_in_quadgroup");

  private final MslModule module;
  private final TokenSpan in;
  private final NameUse use;
  private final Set<String> waiting;

  private KernelCalls(MslModule module, List<Declared> declarations) {
    this.module = module;
    this.in = module.unit().span();
    this.use = new NameUse(in, declarations);
    this.waiting = use.leadingTo(KernelCalls::waits);
  }

  static List<KernelCall> of(MslModule module, List<Declared> declarations) {
    KernelCalls calls = new KernelCalls(module, declarations);
    return module.kernels().stream().map(calls::call).toList();
  }

  private KernelCall call(MslKernel kernel) {
    List<KernelBinding> bindings =
        kernel.parameters().stream().map(KernelCalls::binding).toList();
    return new KernelCall(kernel, new KernelEntry(kernel.name(), bindings, strategy(kernel)));
  }

  private static KernelBinding binding(MslParameter parameter) {
    KernelBinding.Kind kind =
        switch (parameter.kind()) {
          case BUFFER, CONSTANT -> KernelBinding.Kind.BUFFER;
          case THREADGROUP -> KernelBinding.Kind.THREADGROUP;
          case BUILTIN -> parameter.builtin().filter(BuiltIns::isKnown).isPresent()
              ? KernelBinding.Kind.BUILT_IN
              : KernelBinding.Kind.OPAQUE;
          case ACCELERATION_STRUCTURE, FUNCTION_TABLE, TENSOR, TEXTURE, SAMPLER, STAGE_IN,
              IMAGEBLOCK,
              UNKNOWN ->
              KernelBinding.Kind.OPAQUE;
        };
    return new KernelBinding(
        kind,
        parameter.name(),
        parameter.index().orElse(-1),
        kind == KernelBinding.Kind.BUILT_IN ? parameter.builtin().orElseThrow() : parameter.type(),
        parameter.access() == Access.READ,
        parameter.gate().isPresent());
  }

  private Strategy strategy(MslKernel kernel) {
    FunctionSyntax definition = kernel.definition();
    String name = in.get(definition.nameRange().to() - 1).text();
    boolean argumentsWait = argumentsWait(kernel, name);
    if ((!waiting.contains(name) && !argumentsWait) || definition.body() == null) {
      return Strategy.LOOP;
    }
    // A barrier alone can be a suspension point; so can only what stands in the kernel itself.
    boolean onlyBarriers =
        use.of(name).stream().noneMatch(word -> waits(word) && !word.equals("threadgroup_barrier"));
    boolean own = use.reachable(name).stream().noneMatch(waiting::contains);
    boolean single = module.unit()
        .declarations()
        .stream()
        .filter(FunctionSyntax.class::isInstance)
        .filter(each -> each.name().equals(definition.name())
            && ((FunctionSyntax) each).body() != null)
        .count() == 1;
    return onlyBarriers && own && single && !argumentsWait && !hasLambda(definition.body())
        ? Strategy.COROUTINES
        : Strategy.FIBERS;
  }

  /** Whether threads wait in what an instantiation names, such as a function or a function object. */
  private boolean argumentsWait(MslKernel kernel, String name) {
    return kernel.entry().templateForm() == TemplateSyntax.Form.INSTANTIATION
        && use.words(kernel.entry().range())
            .anyMatch(word -> !word.equals(name) && (waiting.contains(word) || waits(word)));
  }

  /** A lambda's returns are not the kernel's, and its barriers cannot suspend the kernel. */
  private boolean hasLambda(TokenRange body) {
    for (int i = body.from(); i < body.to(); i++) {
      boolean index = in.isIdentifier(i - 1) && !in.is(i - 1, "return");
      if (in.is(i, "[") && !in.isAttribute(i) && !in.isAttribute(i - 1) && !index
          && !in.is(i - 1, "]") && !in.is(i - 1, ")") && !in.is(i - 1, ">")) {
        return true;
      }
    }
    return false;
  }

  private static boolean waits(String word) {
    String name = word.startsWith("__metal_") ? word.substring("__metal_".length()) : word;
    boolean set = name.startsWith("simd_") || name.startsWith("quad_");
    return WAITING.contains(name) || (set && TOGETHER.contains(name.substring("simd_".length())));
  }
}
