package dev.assay.backend.support;

import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.kernel.Expr;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.IndexType;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Parameter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Bakes one record: matches bindings with parameters, then resolves everything that follows from the constants. */
final class Baker {
  private final SupportPipeline pipeline;
  private final String label;
  private final KernelDeclaration declaration;
  private final List<Parameter> parameters;
  private final Problems problems;
  private final @Nullable BufferView[] views;
  private final @Nullable StructValue[] constants;
  private final int[] slots;
  private final List<String> slotNames = new ArrayList<>();

  Baker(SupportPipeline pipeline, String label) {
    this.pipeline = pipeline;
    this.label = label;
    this.declaration = pipeline.declaration();
    this.parameters = declaration.parameters();
    this.problems = new Problems("dispatch '" + label + "' of " + pipeline.key());
    this.views = new BufferView[parameters.size()];
    this.constants = new StructValue[parameters.size()];
    this.slots = new int[parameters.size()];
  }

  BakedDispatch bake(Bindings bindings) {
    match(bindings.list());
    // What follows from constants can only be judged when all of them are there; missing ones are reported alone.
    Map<String, StructValue> values = new LinkedHashMap<>();
    for (int i = 0; i < parameters.size(); i++) {
      if (parameters.get(i) instanceof Parameter.Constant constant) {
        StructValue value = constants[i];
        if (value == null) {
          problems.throwIfAny(InvalidCallException::new);
          throw new IllegalStateException(
              "unbound constant '" + constant.name() + "' went unreported");
        }
        values.put(constant.name(), value);
      }
    }
    ConstantScope scope = ConstantScope.of(values);
    long[] touched = touched(scope);
    boolean empty = evaluate("the amount of work", declaration.work(), scope) == 0;
    Implementation implementation = pipeline.implementation();
    Grid grid = implementation == null || empty
        ? null
        : new GridResolver(pipeline.backend().profile(),
            pipeline.devicePipeline().threadsPerThreadgroup(), values, problems)
            .resolve(implementation);
    checkBindingCount();
    ViewRules rules = new ViewRules(pipeline, touched, mayAlias(scope));
    rules.check(views, problems);
    problems.throwIfAny(InvalidCallException::new);
    return new BakedDispatch(pipeline, label, views, constants, slots, slotNames, rules, grid,
        empty);
  }

  private void match(List<Bindings.Binding> bindings) {
    Map<String, Integer> ordinals = new HashMap<>();
    for (int i = 0; i < parameters.size(); i++) {
      ordinals.put(parameters.get(i).name(), i);
      slots[i] = BakedDispatch.NO_SLOT;
    }
    boolean[] bound = new boolean[parameters.size()];
    for (Bindings.Binding binding : bindings) {
      Integer ordinal = ordinals.get(binding.parameter());
      if (ordinal == null) {
        problems.add(
            Problem.of(Codes.BIND_UNKNOWN, "there is no parameter '" + binding.parameter() + "'")
                .remedy(NearestNames.advice(binding.parameter(), ordinals.keySet())));
      } else if (bound[ordinal]) {
        problems.add(Problem.of(Codes.BIND_DOUBLED,
            "parameter '" + binding.parameter() + "' is bound twice"));
      } else {
        bound[ordinal] = true;
        take(ordinal, binding);
      }
    }
    for (int i = 0; i < bound.length; i++) {
      if (!bound[i]) {
        problems.add(Problem
            .of(Codes.BIND_MISSING, "parameter '" + parameters.get(i).name() + "' is not bound")
            .expected(describe(parameters.get(i)), "no binding"));
      }
    }
  }

  private void take(int ordinal, Bindings.Binding binding) {
    switch (parameters.get(ordinal)) {
      case Parameter.Buffer buffer -> {
        switch (binding) {
          case Bindings.ViewBinding(var name, var view) -> views[ordinal] = view;
          case Bindings.SlotBinding(var name) -> {
            slots[ordinal] = slotNames.size();
            slotNames.add(name);
          }
          case Bindings.ValueBinding(var name, var value) ->
              wrongKind(buffer, "a value of " + value.layout());
        }
      }
      case Parameter.Constant constant -> {
        switch (binding) {
          case Bindings.ViewBinding(var name, var view) -> wrongKind(constant, "the view " + view);
          case Bindings.SlotBinding(var name) -> wrongKind(constant, "a slot");
          case Bindings.ValueBinding(var name, var value) -> {
            if (value.layout().equals(constant.layout())) {
              constants[ordinal] = value;
            } else {
              wrongKind(constant, "a value of " + value.layout() + " " + value);
            }
          }
        }
      }
    }
  }

  private void wrongKind(Parameter parameter, String actual) {
    problems.add(Problem
        .of(Codes.BIND_TYPE, "parameter '" + parameter.name() + "' is bound to something else")
        .expected(describe(parameter), actual));
  }

  private String describe(Parameter parameter) {
    return switch (parameter) {
      case Parameter.Buffer buffer -> "a buffer of " + buffer.type(pipeline.key().dtype());
      case Parameter.Constant constant -> "a value of " + constant.layout();
    };
  }

  /** The touched elements of each buffer, within what the implementation's index type can tell apart. */
  private long[] touched(ConstantScope scope) {
    Implementation implementation = pipeline.implementation();
    IndexType indexType = implementation == null ? IndexType.INT64 : implementation.indexType();
    long[] touched = new long[parameters.size()];
    for (int i = 0; i < touched.length; i++) {
      if (parameters.get(i) instanceof Parameter.Buffer buffer) {
        touched[i] =
            evaluate("the touched length of '" + buffer.name() + "'", buffer.elements(), scope);
        if (touched[i] > indexType.mostElements()) {
          problems.add(Problem
              .of(Codes.INDEX_OVERFLOW,
                  "parameter '" + buffer.name() + "' has too many elements to index")
              .expected("at most " + indexType.mostElements() + " (" + indexType + " indices)",
                  touched[i] + " = " + buffer.elements())
              .remedy("split the work into smaller dispatches"));
        }
      }
    }
    return touched;
  }

  private long evaluate(String what, Expr expression, ConstantScope scope) {
    try {
      return expression.evaluate(scope);
    } catch (ArithmeticException beyond) {
      problems
          .add(Problem.of(Codes.INDEX_OVERFLOW, what + " = " + expression + " does not fit 64 bits")
              .remedy("split the work into smaller dispatches"));
      return 1;
    }
  }

  private void checkBindingCount() {
    int most = pipeline.backend().profile().bindings();
    if (parameters.size() > most) {
      problems.add(Problem.of(Codes.LIMIT_EXCEEDED, "the kernel has too many parameters")
          .expected("at most " + most + " (" + pipeline.backend().profile().name() + ")",
              Integer.toString(parameters.size())));
    }
  }

  private boolean[][] mayAlias(ConstantScope scope) {
    boolean[][] allowed = new boolean[parameters.size()][parameters.size()];
    for (KernelDeclaration.InPlace pair : declaration.inPlace()) {
      if (evaluate("the in-place condition of '" + pair.output() + "'", pair.condition(), scope)
          != 0) {
        int output = ordinal(pair.output());
        int input = ordinal(pair.input());
        allowed[output][input] = true;
        allowed[input][output] = true;
      }
    }
    return allowed;
  }

  private int ordinal(String parameter) {
    for (int i = 0; i < parameters.size(); i++) {
      if (parameters.get(i).name().equals(parameter)) {
        return i;
      }
    }
    throw new IllegalStateException("no parameter " + parameter);
  }
}
