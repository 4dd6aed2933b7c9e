package dev.assay.backend.metal;

import dev.assay.backend.metal.driver.FunctionConstantValue;
import dev.assay.backend.metal.driver.MetalPipeline.Kind;
import dev.assay.backend.metal.driver.MetalPipeline.ReflectedBinding;
import dev.assay.msl.reader.model.FunctionConstant;
import dev.assay.msl.reader.model.MslKernel;
import dev.assay.msl.reader.model.MslParameter;
import dev.assay.msl.reader.model.ParameterKind;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.PluginException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where the parameters of a kernel are in Metal's tables, for one set of function constants. Indices come from the text
 * alone. Immutable.
 */
final class EntryPoint {
  /** The index of a parameter that is not bound: a function constant, or one that is switched off. */
  private static final int NOWHERE = -1;

  private static final Comparator<ReflectedBinding> BY_INDEX =
      Comparator.comparing(ReflectedBinding::kind).thenComparingInt(ReflectedBinding::index);

  private final String name;
  private final int[] indices;
  private final int[] threadgroupIndices;
  private final List<FunctionConstantValue> constants;
  private final List<ReflectedBinding> bindings;

  /** The function of this text for these values of function constants; it agrees with its declaration. */
  EntryPoint(KernelDeclaration declaration, MslKernel kernel, Map<String, StructValue> constants) {
    List<MslParameter> present = kernel.bindings()
        .stream()
        .filter(parameter -> parameter.gate().map(gate -> isTrue(constants.get(gate))).orElse(true))
        .toList();
    this.name = kernel.name();
    this.indices = new int[declaration.parameters().size()];
    Arrays.fill(indices, NOWHERE);
    for (int place = 0; place < indices.length; place++) {
      Parameter parameter = declaration.parameters().get(place);
      if (!(parameter instanceof Parameter.FunctionConstant)) {
        indices[place] = index(present, parameter.name());
      }
    }
    this.threadgroupIndices = present.stream()
        .filter(parameter -> parameter.kind() == ParameterKind.THREADGROUP)
        .mapToInt(parameter -> parameter.index().orElseThrow())
        .toArray();
    this.constants = values(kernel.constants(), constants);
    this.bindings = present.stream().map(ReflectedBinding::of).sorted(BY_INDEX).toList();
  }

  private static boolean isTrue(@Nullable StructValue gate) {
    return gate != null && gate.getLong("") != 0;
  }

  private static int index(List<MslParameter> present, String name) {
    return present.stream()
        .filter(parameter -> parameter.kind() != ParameterKind.THREADGROUP
            && parameter.name().equals(name))
        .mapToInt(parameter -> parameter.index().orElseThrow())
        .findFirst()
        .orElse(NOWHERE);
  }

  private static List<FunctionConstantValue> values(List<FunctionConstant> used,
      Map<String, StructValue> given) {
    List<FunctionConstantValue> values = new ArrayList<>();
    for (FunctionConstant constant : used) {
      values.add(new FunctionConstantValue(constant.name(), constant.index(),
          Objects.requireNonNull(given.get(constant.name()))));
    }
    return List.copyOf(values);
  }

  /** The function's name in the text. */
  String name() {
    return name;
  }

  /** The values of the function constants that it uses. */
  List<FunctionConstantValue> constants() {
    return constants;
  }

  /** The number of places of the declaration. */
  int places() {
    return indices.length;
  }

  /** The index of the parameter at this place of the declaration; only for one that is bound. */
  int index(int place) {
    return indices[place];
  }

  /** The index of this threadgroup argument, in the order of the text. */
  int threadgroupIndex(int argument) {
    return threadgroupIndices[argument];
  }

  /** One more than the highest index of a buffer. */
  int bufferTable() {
    return bindings.stream()
        .filter(binding -> binding.kind() == Kind.BUFFER)
        .mapToInt(binding -> binding.index() + 1)
        .max()
        .orElse(0);
  }

  /**
   * Compares what the reader found in the text with what the device's reflection says of the pipeline. A device may leave
   * out what its compiler found unused, and may see only reads where the text could write; whatever it does list is
   * where the text has it.
   */
  void requireReflected(List<ReflectedBinding> reflected) {
    List<ReflectedBinding> unknown =
        reflected.stream().filter(binding -> !isInText(binding)).sorted(BY_INDEX).toList();
    if (!unknown.isEmpty()) {
      throw new PluginException(Problem
          .of(Codes.KERNEL_INVALID,
              "the device sees other bindings of function '" + name + "' than its text shows")
          .expected("some of " + bindings, unknown + " besides")
          .remedy("report this with the source: reader and device read it differently"));
    }
  }

  private boolean isInText(ReflectedBinding binding) {
    return bindings.contains(binding) || (!binding.writable()
        && bindings.contains(new ReflectedBinding(binding.name(), binding.kind(), binding.index(),
            true)));
  }
}
