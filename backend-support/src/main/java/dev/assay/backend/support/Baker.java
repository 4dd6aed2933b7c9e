package dev.assay.backend.support;

import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.IndexType;
import dev.assay.spi.kernel.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Bakes one record: matches bindings with parameters, then resolves everything that follows from the constants. */
final class Baker {
  private static final int MOST_PATCHES = 8;

  private final SupportPipeline pipeline;
  private final String label;
  private final Signature signature;
  private final Problems problems;
  private final @Nullable BufferView[] views;
  private final @Nullable StructValue[] constants;
  private final List<Integer> slots = new ArrayList<>(0);
  private final List<Corners.Patch> patches = new ArrayList<>(0);

  Baker(SupportPipeline pipeline, String label) {
    this.pipeline = pipeline;
    this.label = label;
    this.signature = pipeline.signature();
    this.problems = new Problems(() -> "dispatch '" + label + "' of " + pipeline);
    this.views = new BufferView[signature.size()];
    this.constants = new StructValue[signature.size()];
  }

  BakedDispatch bake(Bindings bindings) {
    match(bindings.list());
    checkGeometry(bindings.grid());
    for (int place : signature.constants()) {
      if (constants[place] == null) {
        // What follows from constants can only be judged when all of them are there; missing ones are reported alone.
        problems.throwIfAny(InvalidCallException::new);
        throw new IllegalStateException(
            "unbound constant '" + signature.parameter(place).name() + "' went unreported");
      }
    }
    Corners corners = new Corners(signature, constants, patches, problems);
    long[] touched = touched(corners);
    long work = corners.max(signature.work());
    boolean empty = work == 0;
    checkNotNegative(signature.work(), work);
    for (int place : signature.buffers()) {
      if (touched[place] < 0) {
        // Where nothing is done nothing is touched, whatever a formula for the last element says.
        if (!empty) {
          checkNotNegative(signature.touched(place), touched[place]);
        }
        touched[place] = 0;
      }
    }
    GridResolver resolver = pipeline.grid(bindings.grid());
    Grid grid = resolver == null || empty ? null : resolver.resolve(corners, problems);
    pipeline.baking().form().check(problems);
    ViewRules rules = new ViewRules(pipeline, touched, inPlace(corners));
    if (!rules.hold(views)) {
      rules.judge(views, problems);
    }
    problems.throwIfAny(InvalidCallException::new);
    patches.forEach(this::lowerPatched);
    return new BakedDispatch(pipeline, label, views, constants, slots, patches, rules, grid,
        empty);
  }

  private void match(List<Bindings.Binding> bindings) {
    boolean[] bound = new boolean[signature.size()];
    for (Bindings.Binding binding : bindings) {
      int place = signature.place(binding.parameter());
      if (place == Signature.NOWHERE) {
        problems.add(
            Problem.of(Codes.BIND_UNKNOWN, "there is no parameter '" + binding.parameter() + "'")
                .remedy(NearestNames.advice(binding.parameter(), signature.names())));
      } else if (!(binding instanceof Bindings.PatchBinding)) { // those are judged when constants have their values
        if (bound[place]) {
          problems.add(Problem.of(Codes.BIND_DOUBLED,
              "parameter '" + binding.parameter() + "' is bound twice"));
        } else {
          bound[place] = true;
          take(place, binding);
        }
      }
    }
    for (int i = 0; i < bound.length; i++) {
      if (!bound[i] && signature.isBindable(i)) {
        problems.add(Problem
            .of(Codes.BIND_MISSING,
                "parameter '" + signature.parameter(i).name() + "' is not bound")
            .expected(describe(signature.parameter(i)), "no binding"));
      }
    }
    for (Bindings.Binding binding : bindings) {
      if (binding instanceof Bindings.PatchBinding patch
          && signature.place(patch.parameter()) != Signature.NOWHERE) {
        take(patch);
      }
    }
  }

  private void checkGeometry(Optional<Bindings.GridBinding> given) {
    if (pipeline.isRaw() && given.isEmpty()) {
      problems.add(Problem
          .of(Codes.BIND_MISSING, "the geometry is not given, and a text alone has none")
          .remedy("give one with Bindings.geometry"));
    } else if (!pipeline.isRaw() && given.isPresent()) {
      problems.add(Problem.of(Codes.BIND_UNKNOWN, "a geometry is given, but the kernel has its own")
          .remedy("leave it out"));
    }
  }

  private void take(int place, Bindings.Binding binding) {
    switch (signature.parameter(place)) {
      case Parameter.Buffer buffer -> takeBuffer(place, buffer, binding);
      case Parameter.Constant constant -> {
        if (binding instanceof Bindings.ValueBinding(var name, var value)
            && value.layout().equals(constant.layout())) {
          constants[place] = value;
        } else {
          wrongKind(constant, describe(binding));
        }
      }
      case Parameter.FunctionConstant constant -> wrongKind(constant, describe(binding));
    }
  }

  private void takeBuffer(int place, Parameter.Buffer buffer, Bindings.Binding binding) {
    if (!signature.isBindable(place)) {
      problems.add(Problem
          .of(Codes.BIND_UNKNOWN,
              "parameter '" + buffer.name() + "' does not exist in this pipeline")
          .expected("no binding while function constant '" + buffer.gate() + "' is false",
              describe(binding))
          .remedy("leave it out, or use the pipeline with " + buffer.gate() + " = 1"));
      return;
    }
    switch (binding) {
      case Bindings.ViewBinding(var name, var view) -> views[place] = view;
      case Bindings.SlotBinding slot -> {
        slots.add(place);
        if (pipeline.declaration().isRaw()) {
          problems.add(Problem
              .of(Codes.BIND_TYPE,
                  "buffer '" + buffer.name() + "' cannot be a slot: a text alone does not say how"
                      + " much of it is touched")
              .remedy("bind a view, or declare the kernel"));
        }
      }
      case Bindings.ValueBinding value -> wrongKind(buffer, describe(value));
      case Bindings.PatchBinding patch -> wrongKind(buffer, describe(patch));
    }
  }

  private void take(Bindings.PatchBinding patch) {
    int place = signature.place(patch.parameter());
    StructValue value = constants[place];
    StructLayout.Field field =
        value == null ? null : value.layout().field(patch.field()).orElse(null);
    String what = "'" + patch.name() + "' cannot be patchable: ";
    if (!(signature.parameter(place) instanceof Parameter.Constant)) {
      wrongKind(signature.parameter(place), describe(patch));
    } else if (value != null
        && (field == null || field.dtype().isFloat() || field.scalars() != 1)) {
      problems.add(
          Problem.of(Codes.CONSTANT_FIELD, what + "it is no integer field of " + value.layout())
              .expected("a single integer",
                  field == null ? "no field '" + patch.field() + "'" : field.toString()));
    } else if (field != null
        && (patch.minimum() > patch.maximum() || patch.minimum() < field.dtype().minLong()
            || patch.maximum() > field.dtype().maxLong())) {
      problems.add(Problem.of(Codes.PATCH_RANGE, what + "its bounds are no range of its type")
          .expected("within " + field.dtype().minLong() + " to " + field.dtype().maxLong(),
              patch.minimum() + " to " + patch.maximum()));
    } else if (patches.stream()
        .anyMatch(each -> each.name().equals(patch.name())
            || (each.parameter().equals(patch.parameter())
                && each.field().equals(patch.field())))) {
      problems.add(Problem.of(Codes.BIND_DOUBLED, "'" + patch.name() + "' is patchable twice"));
    } else if (patches.size() == MOST_PATCHES) {
      problems.add(Problem.of(Codes.LIMIT_EXCEEDED, "too many patchable fields")
          .expected("at most " + MOST_PATCHES, "one more, '" + patch.name() + "'"));
    } else if (field != null) {
      patches.add(
          new Corners.Patch(patch.name(), place, patch.parameter(), patch.field(),
              patch.minimum(), patch.maximum()));
    }
  }

  /** The baked value of a patchable field is its lower bound, so that equal records have equal constants. */
  private void lowerPatched(Corners.Patch patch) {
    StructValue value = constants[patch.place()];
    if (value != null) {
      constants[patch.place()] = value.with(patch.field(), patch.minimum());
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
      case Parameter.FunctionConstant constant -> "no binding: it is fixed in the pipeline's key";
    };
  }

  private static String describe(Bindings.Binding binding) {
    return switch (binding) {
      case Bindings.ViewBinding(var name, var view) -> "the view " + view;
      case Bindings.SlotBinding(var name) -> "a slot";
      case Bindings.ValueBinding(var name, var value) -> "a value of " + value.layout()
          + (value.layout().isScalar() ? "" : " " + value);
      case Bindings.PatchBinding patch -> "the patchable field '" + patch.name() + "'";
    };
  }

  /** The touched elements of each buffer, within what the implementation's index type can tell apart. */
  private long[] touched(Corners corners) {
    Implementation implementation = pipeline.implementation();
    IndexType indexType = implementation == null ? IndexType.INT64 : implementation.indexType();
    long[] touched = new long[signature.size()];
    for (int place : signature.buffers()) {
      BufferView view = views[place];
      touched[place] = pipeline.declaration().isRaw()
          ? view == null ? 0 : view.count()
          : corners.max(signature.touched(place));
      if (touched[place] > indexType.mostElements()) {
        problems.add(Problem
            .of(Codes.INDEX_OVERFLOW,
                "parameter '" + signature.parameter(place).name()
                    + "' has too many elements to index")
            .expected("at most " + indexType.mostElements() + " (" + indexType + " indices)",
                touched[place] + " = " + signature.touched(place).expression())
            .remedy("split the work into smaller dispatches"));
      }
    }
    return touched;
  }

  private void checkNotNegative(Formula formula, long value) {
    if (value < 0) {
      problems.add(Problem
          .of(Codes.CONSTANT_FIELD,
              formula.what() + " = " + formula.expression() + " is negative")
          .expected("0 or more", Long.toString(value)));
    }
  }

  private boolean[] inPlace(Corners corners) {
    List<Formula> conditions = signature.inPlaceConditions();
    boolean[] holds = new boolean[conditions.size()];
    for (int i = 0; i < holds.length; i++) {
      holds[i] = corners.always(conditions.get(i));
    }
    return holds;
  }
}
