package dev.assay.backend.support;

import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.data.StructLayout;
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
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Bakes one record: matches bindings with parameters, then resolves everything that follows from the constants. */
final class Baker {
  private static final int MOST_PATCHES = 8;
  private static final int POINTER_BYTES = 8;

  private final SupportPipeline pipeline;
  private final String label;
  private final KernelDeclaration declaration;
  private final List<Parameter> parameters;
  private final Problems problems;
  private final Map<String, Integer> ordinals = new HashMap<>();
  private final @Nullable BufferView[] views;
  private final @Nullable StructValue[] constants;
  private final int[] slots;
  private final List<String> slotNames = new ArrayList<>();
  private final List<Corners.Patch> patches = new ArrayList<>();

  Baker(SupportPipeline pipeline, String label) {
    this.pipeline = pipeline;
    this.label = label;
    this.declaration = pipeline.declaration();
    this.parameters = declaration.parameters();
    this.problems = new Problems("dispatch '" + label + "' of " + pipeline.key());
    this.views = new BufferView[parameters.size()];
    this.constants = new StructValue[parameters.size()];
    this.slots = new int[parameters.size()];
    for (int i = 0; i < parameters.size(); i++) {
      ordinals.put(parameters.get(i).name(), i);
      slots[i] = BakedDispatch.NO_SLOT;
    }
  }

  BakedDispatch bake(Bindings bindings) {
    match(bindings.list());
    Map<String, StructValue> values = new LinkedHashMap<>(pipeline.key().functionConstants());
    for (int i = 0; i < parameters.size(); i++) {
      if (parameters.get(i) instanceof Parameter.Constant constant) {
        StructValue value = constants[i];
        if (value == null) {
          // What follows from constants can only be judged when all of them are there; missing ones are reported alone.
          problems.throwIfAny(InvalidCallException::new);
          throw new IllegalStateException(
              "unbound constant '" + constant.name() + "' went unreported");
        }
        values.put(constant.name(), value);
      }
    }
    int pipelineThreads = pipeline.devicePipeline().threadsPerThreadgroup();
    Corners corners = new Corners(values, patches,
        name -> name.equals("pipeline.threadsPerThreadgroup")
            ? pipelineThreads
            : pipeline.backend().profile().fact(name),
        problems);
    long[] touched = touched(corners);
    long work = corners.max("the amount of work", declaration.work());
    boolean empty = work == 0;
    checkNotNegative("the amount of work", work, declaration.work());
    for (int i = 0; i < touched.length; i++) {
      if (touched[i] < 0 && parameters.get(i) instanceof Parameter.Buffer buffer) {
        // Where nothing is done nothing is touched, whatever a formula for the last element says.
        if (!empty) {
          checkNotNegative("the touched length of '" + buffer.name() + "'", touched[i],
              buffer.elements());
        }
        touched[i] = 0;
      }
    }
    Implementation implementation = pipeline.implementation();
    Grid grid = implementation == null || empty
        ? null
        : new GridResolver(pipeline.backend().profile(), pipelineThreads, corners, problems)
            .resolve(implementation);
    checkParameters();
    ViewRules rules = new ViewRules(pipeline, touched, alignments(), mayAlias(corners));
    rules.hold(views, problems);
    problems.throwIfAny(InvalidCallException::new);
    patches.forEach(this::lowerPatched);
    return new BakedDispatch(pipeline, label, views, constants, slots, slotNames, patches, rules,
        grid, empty);
  }

  private void match(List<Bindings.Binding> bindings) {
    boolean[] bound = new boolean[parameters.size()];
    for (Bindings.Binding binding : bindings) {
      Integer ordinal = ordinals.get(binding.parameter());
      if (ordinal == null) {
        problems.add(
            Problem.of(Codes.BIND_UNKNOWN, "there is no parameter '" + binding.parameter() + "'")
                .remedy(NearestNames.advice(binding.parameter(), ordinals.keySet())));
      } else if (!(binding instanceof Bindings.PatchBinding)) { // those are judged when constants have their values
        if (bound[ordinal]) {
          problems.add(Problem.of(Codes.BIND_DOUBLED,
              "parameter '" + binding.parameter() + "' is bound twice"));
        } else {
          bound[ordinal] = true;
          take(ordinal, binding);
        }
      }
    }
    for (int i = 0; i < bound.length; i++) {
      if (!bound[i] && isBindable(parameters.get(i))) {
        problems.add(Problem
            .of(Codes.BIND_MISSING, "parameter '" + parameters.get(i).name() + "' is not bound")
            .expected(describe(parameters.get(i)), "no binding"));
      }
    }
    for (Bindings.Binding binding : bindings) {
      if (binding instanceof Bindings.PatchBinding patch
          && ordinals.containsKey(patch.parameter())) {
        take(patch);
      }
    }
  }

  /** Whether a binding is expected: gated buffers exist exactly where their function constant is true. */
  private boolean isBindable(Parameter parameter) {
    return switch (parameter) {
      case Parameter.Buffer buffer -> buffer.gate() == null || isTrue(buffer.gate());
      case Parameter.Constant constant -> true;
      case Parameter.FunctionConstant constant -> false;
    };
  }

  private boolean isTrue(String gate) {
    StructValue value = pipeline.key().functionConstants().get(gate);
    return value != null && value.getLong("") != 0;
  }

  private void take(int ordinal, Bindings.Binding binding) {
    switch (parameters.get(ordinal)) {
      case Parameter.Buffer buffer -> takeBuffer(ordinal, buffer, binding);
      case Parameter.Constant constant -> {
        if (binding instanceof Bindings.ValueBinding(var name, var value)
            && value.layout().equals(constant.layout())) {
          constants[ordinal] = value;
        } else {
          wrongKind(constant, describe(binding));
        }
      }
      case Parameter.FunctionConstant constant -> wrongKind(constant, describe(binding));
    }
  }

  private void takeBuffer(int ordinal, Parameter.Buffer buffer, Bindings.Binding binding) {
    if (!isBindable(buffer)) {
      problems.add(Problem
          .of(Codes.BIND_UNKNOWN,
              "parameter '" + buffer.name() + "' does not exist in this pipeline")
          .expected("no binding while function constant '" + buffer.gate() + "' is false",
              describe(binding))
          .remedy("leave it out, or use the pipeline with " + buffer.gate() + " = 1"));
      return;
    }
    switch (binding) {
      case Bindings.ViewBinding(var name, var view) -> views[ordinal] = view;
      case Bindings.SlotBinding(var name) -> {
        slots[ordinal] = slotNames.size();
        slotNames.add(name);
      }
      case Bindings.ValueBinding value -> wrongKind(buffer, describe(value));
      case Bindings.PatchBinding patch -> wrongKind(buffer, describe(patch));
    }
  }

  private void take(Bindings.PatchBinding patch) {
    int ordinal = place(patch.parameter());
    StructValue value = constants[ordinal];
    StructLayout.Field field =
        value == null ? null : value.layout().field(patch.field()).orElse(null);
    String what = "'" + patch.name() + "' cannot be patchable: ";
    if (!(parameters.get(ordinal) instanceof Parameter.Constant)) {
      wrongKind(parameters.get(ordinal), describe(patch));
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
          new Corners.Patch(patch.name(), patch.parameter(), patch.field(), patch.minimum(),
              patch.maximum()));
    }
  }

  /** The baked value of a patchable field is its lower bound, so that equal records have equal constants. */
  private void lowerPatched(Corners.Patch patch) {
    int ordinal = place(patch.parameter());
    StructValue value = constants[ordinal];
    if (value != null) {
      constants[ordinal] = value.with(patch.field(), patch.minimum());
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
    long[] touched = new long[parameters.size()];
    for (int i = 0; i < touched.length; i++) {
      if (parameters.get(i) instanceof Parameter.Buffer buffer && isBindable(buffer)) {
        touched[i] =
            corners.max("the touched length of '" + buffer.name() + "'", buffer.elements());
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

  private void checkNotNegative(String what, long value, Expr expression) {
    if (value < 0) {
      problems.add(Problem.of(Codes.CONSTANT_FIELD, what + " = " + expression + " is negative")
          .expected("0 or more", Long.toString(value)));
    }
  }

  private void checkParameters() {
    DeviceProfile profile = pipeline.backend().profile();
    DeviceProfile.Parameters limits = profile.parameters();
    int bindable = 0;
    long bytes = 0;
    for (Parameter parameter : parameters) {
      if (isBindable(parameter)) {
        bindable++;
        boolean inline = parameter instanceof Parameter.Constant constant
            && limits.isInline(constant.layout().sizeBytes());
        bytes = inline
            ? end(bytes, ((Parameter.Constant) parameter).layout())
            : Math.ceilDiv(bytes, POINTER_BYTES) * POINTER_BYTES + POINTER_BYTES;
      }
    }
    if (bindable > limits.bindings()) {
      problems.add(Problem.of(Codes.LIMIT_EXCEEDED, "the kernel has too many parameters")
          .expected("at most " + limits.bindings() + " (" + profile.name() + ")",
              Integer.toString(bindable)));
    }
    if (bytes > limits.bytes()) {
      problems.add(Problem.of(Codes.LIMIT_EXCEEDED, "the kernel's parameters are too large")
          .expected("at most " + limits.bytes() + " bytes in all (" + profile.name() + ")",
              Long.toString(bytes)));
    }
  }

  /** Where a constant ends that is placed at the next multiple of its alignment. */
  private static long end(long bytes, StructLayout layout) {
    return Math.ceilDiv(bytes, layout.alignBytes()) * layout.alignBytes()
        + layout.sizeBytes();
  }

  /** What the implementation asks of the start of each view; the element's size a view keeps by itself. */
  private int[] alignments() {
    int[] alignments = new int[parameters.size()];
    Arrays.fill(alignments, 1);
    Implementation implementation = pipeline.implementation();
    if (implementation != null) {
      for (Implementation.Pointer pointer : implementation.pointers()) {
        int place = place(pointer.parameter());
        if (place >= 0) {
          int space = pointer.constantSpace()
              ? pipeline.backend().profile().memory().constantOffsetMultiple()
              : 1;
          alignments[place] = Math.max(pointer.alignmentBytes(), space);
        }
      }
    }
    return alignments;
  }

  /** The place of a parameter that is known to exist. */
  private int place(String parameter) {
    return ordinals.getOrDefault(parameter, BakedDispatch.NO_SLOT);
  }

  private boolean[][] mayAlias(Corners corners) {
    boolean[][] allowed = new boolean[parameters.size()][parameters.size()];
    for (KernelDeclaration.InPlace pair : declaration.inPlace()) {
      if (corners.always("the in-place condition of '" + pair.output() + "'", pair.condition())) {
        int output = place(pair.output());
        int input = place(pair.input());
        allowed[output][input] = true;
        allowed[input][output] = true;
      }
    }
    return allowed;
  }
}
