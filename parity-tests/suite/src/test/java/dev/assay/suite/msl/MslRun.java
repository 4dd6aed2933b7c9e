package dev.assay.suite.msl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.msl.MslDispatch;
import dev.assay.msl.MslKernel;
import dev.assay.msl.compiler.KernelBinding;
import dev.assay.msl.exec.Geometry;
import dev.assay.msl.exec.Size3;
import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.Expr;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.KernelDeclaration.InPlace;
import dev.assay.spi.kernel.Parameter;
import java.lang.foreign.Arena;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One case on one implementation: bound by name, with the geometry that its data gives on an Apple 7 GPU. */
final class MslRun {
  private static final DeviceProfile PROFILE = DeviceProfile.APPLE7;

  private final Implementation implementation;
  private final KernelDeclaration declaration;
  private final KernelCase input;
  private final String what;

  MslRun(Implementation implementation, KernelCase input) {
    this.implementation = implementation;
    this.declaration = CatalogueMsl.declaration(implementation);
    this.input = input;
    this.what = implementation.kernel() + " " + implementation.name() + " "
        + implementation.dtype() + ": " + input.label();
  }

  @Override
  public String toString() {
    return what;
  }

  long evaluate(Expr expression) {
    return expression.evaluate(new Expr.Scope() {
      @Override
      public StructValue constant(String parameter) {
        return input.constants().get(parameter);
      }

      @Override
      public long fact(String name) {
        return name.equals("pipeline.threadsPerThreadgroup")
            ? PROFILE.threads().perThreadgroup()
            : PROFILE.fact(name);
      }
    });
  }

  boolean hasWork() {
    return evaluate(declaration.work()) != 0;
  }

  /** Whether the implementation takes sizes like these. */
  boolean isWithinLimits() {
    return implementation.limits().stream().allMatch(limit -> evaluate(limit.holds()) != 0);
  }

  boolean isPresent(String buffer) {
    return declaration.parameter(buffer).orElseThrow() instanceof Parameter.Buffer found
        && (found.gate() == null || input.constants().get(found.gate()).getLong("") != 0);
  }

  /** What the kernel writes, by parameter; {@code pair} is bound to one view where it is not null. */
  Map<String, Elements> outputs(int threadOrder, InPlace pair) {
    try (Arena arena = Arena.ofShared()) {
      GuardedViews views = new GuardedViews(arena);
      for (Parameter parameter : declaration.parameters()) {
        if (parameter instanceof Parameter.Buffer buffer && isPresent(buffer.name())) {
          fill(views, buffer);
        }
      }
      if (pair != null) {
        views.share(pair.input(), pair.output());
        copy(input.inputs().get(pair.input()), views.view(pair.output()));
      }
      dispatch(views, pair, threadOrder);
      views.assertGuardsAreWhole(what);
      return results(views, pair);
    }
  }

  private void fill(GuardedViews views, Parameter.Buffer buffer) {
    Elements view = views.add(buffer.name(), buffer.type(input.dtype()),
        evaluate(buffer.elements()), 0x5A);
    if (buffer.access().reads()) {
      copy(input.inputs().get(buffer.name()), view);
    }
  }

  private static void copy(Elements from, Elements to) {
    to.memory().copyFrom(from.slice(0, to.length()).memory());
  }

  private void dispatch(GuardedViews views, InPlace pair, int threadOrder) {
    MslKernel kernel = CatalogueMsl.kernel(implementation, input.constants());
    MslDispatch dispatch = kernel.dispatch().order(threadOrder);
    for (Parameter parameter : declaration.parameters()) {
      switch (parameter) {
        case Parameter.Buffer buffer when isPresent(buffer.name()) -> {
          dispatch.bind(buffer.name(), views.view(buffer.name()).memory());
          if (buffer.access() == Access.WRITE_ALL && pair == null) {
            dispatch.access(buffer.name(), Access.WRITE_ALL);
          }
        }
        case Parameter.Buffer buffer -> {}
        case Parameter.Constant constant -> dispatch.bind(constant.name(),
            input.constants().get(constant.name()).bytes());
        case Parameter.FunctionConstant constant -> {}
      }
    }
    List<String> arguments = kernel.parameters()
        .stream()
        .filter(binding -> binding.kind() == KernelBinding.Kind.THREADGROUP)
        .map(KernelBinding::name)
        .toList();
    List<Long> memory =
        implementation.threadgroupMemoryBytes().stream().map(this::evaluate).toList();
    assertThat(arguments).as("threadgroup arguments of " + what).hasSameSizeAs(memory);
    assertThat(memory.stream().mapToLong(Long::longValue).sum())
        .isLessThanOrEqualTo(PROFILE.threadgroupMemory().bytes());
    for (int i = 0; i < memory.size(); i++) {
      dispatch.threadgroup(arguments.get(i), memory.get(i));
    }
    dispatch.run(geometry());
  }

  private Geometry geometry() {
    Size3 grid = size(implementation.geometry().grid());
    Size3 group = size(implementation.geometry().threadgroup());
    return switch (implementation.geometry().form()) {
      case THREADS -> Geometry.threads(grid, group);
      case THREADGROUPS -> Geometry.groups(grid, group);
    };
  }

  private Size3 size(dev.assay.spi.kernel.Geometry.Axes axes) {
    return new Size3(axis(axes.x()), axis(axes.y()), axis(axes.z()));
  }

  private int axis(Expr expression) {
    long size = evaluate(expression);
    assertThat(size).as("%s in the geometry of %s", expression, what).isBetween(1L, 0xFFFF_FFFFL);
    return (int) size;
  }

  private Map<String, Elements> results(GuardedViews views, InPlace pair) {
    Map<String, Elements> results = new LinkedHashMap<>();
    for (Parameter parameter : declaration.parameters()) {
      if (parameter instanceof Parameter.Buffer buffer && isPresent(buffer.name())) {
        Elements view = views.view(buffer.name());
        Elements found = Elements.zeros(view.dtype(), view.length());
        found.memory().copyFrom(view.memory());
        if (buffer.access().writes()) {
          results.put(buffer.name(), found);
        } else if (pair == null || !pair.input().equals(buffer.name())) {
          assertThat(
              found.sameBits(input.inputs().get(buffer.name()).slice(0, found.length())))
              .as("%s: input '%s' is unchanged", what, buffer.name())
              .isTrue();
        }
      }
    }
    return results;
  }
}
