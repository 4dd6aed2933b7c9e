package dev.assay.backend.metal.host;

import dev.assay.backend.metal.driver.MetalPipeline.Kind;
import dev.assay.backend.metal.driver.MetalPipeline.ReflectedBinding;
import dev.assay.msl.MslCodes;
import dev.assay.msl.reader.model.Access;
import dev.assay.msl.reader.model.Layout;
import dev.assay.msl.reader.model.MslKernel;
import dev.assay.msl.reader.model.MslParameter;
import dev.assay.msl.reader.model.ParameterKind;
import dev.assay.msl.reader.model.PointerType;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.error.UnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What a kernel binds once its function constants have values, by index. Immutable. */
final class KernelSignature {
  /** How many indices each table has. */
  static final int INDICES = 31;

  /** What Apple's GPUs ask of an offset into memory that is read as {@code constant}. */
  private static final int CONSTANT_OFFSET_MULTIPLE = 4;

  private final String kernel;
  private final @Nullable Parameter[] buffers = new Parameter[INDICES];
  private final @Nullable Parameter[] closed = new Parameter[INDICES];
  private final @Nullable Parameter[] threadgroup = new Parameter[INDICES];
  private final int bufferMask;
  private final int threadgroupMask;

  /**
   * A parameter.
   *
   * @param writable whether the text can write through it
   * @param reference whether it names one value; else any number of them lie behind it, also none
   * @param sizeBytes of one value, 0 where the text does not say
   * @param offsetMultiple what its offset in a buffer is a multiple of
   * @param gate the function constant that it depends on
   */
  record Parameter(
      String name,
      int index,
      boolean writable,
      boolean reference,
      long sizeBytes,
      long offsetMultiple,
      Optional<String> gate) {}

  /**
   * Reads a kernel's parameters.
   *
   * @param isTrue whether a function constant that parameters depend on is true
   * @throws UnavailableException naming every parameter that is no memory
   */
  KernelSignature(MslKernel kernel, Predicate<String> isTrue) {
    this.kernel = kernel.name();
    Problems problems = new Problems("kernel '" + kernel.name() + "'");
    int buffersOpen = 0;
    int threadgroupOpen = 0;
    for (MslParameter each : kernel.bindings()) {
      int index = each.index().orElse(-1);
      boolean open = each.gate().isEmpty() || isTrue.test(each.gate().get());
      boolean memory = each.kind() == ParameterKind.BUFFER || each.kind() == ParameterKind.CONSTANT
          || each.kind() == ParameterKind.THREADGROUP;
      if (open && (!memory || each.slots() != 1 || index < 0 || index >= INDICES)) {
        problems.add(Problem
            .of(MslCodes.KERNEL_UNSUPPORTED,
                "parameter '" + each.name() + "' of kernel '" + kernel.name() + "' is a "
                    + each.type() + ", which the host driver cannot bind")
            .expected("memory at an index from 0 to " + (INDICES - 1),
                each.kind() + " " + each.index()));
      } else if (memory && index >= 0 && index < INDICES) {
        Parameter parameter = parameter(each, index);
        if (!open) {
          closed[index] = parameter;
        } else if (each.kind() == ParameterKind.THREADGROUP) {
          threadgroup[index] = parameter;
          threadgroupOpen |= 1 << index;
        } else {
          buffers[index] = parameter;
          buffersOpen |= 1 << index;
        }
      }
    }
    problems.throwIfAny(UnavailableException::new);
    bufferMask = buffersOpen;
    threadgroupMask = threadgroupOpen;
  }

  private static Parameter parameter(MslParameter parameter, int index) {
    PointerType pointer = (PointerType) parameter.resolved();
    Layout layout = pointer.pointee().layout().orElse(new Layout(0, 1));
    long multiple = parameter.kind() == ParameterKind.CONSTANT
        ? Math.max(CONSTANT_OFFSET_MULTIPLE, layout.alignBytes())
        : layout.alignBytes();
    return new Parameter(parameter.name(), index, parameter.access() != Access.READ,
        pointer.reference(), layout.sizeBytes(), multiple, parameter.gate());
  }

  /** The kernel's name. */
  String kernel() {
    return kernel;
  }

  /** The buffer or constant at this index, null where there is none. */
  @Nullable
  Parameter buffer(int index) {
    return buffers[index];
  }

  /** The buffer or constant that a function constant took from this index, null where there is none. */
  @Nullable
  Parameter closed(int index) {
    return closed[index];
  }

  /** The threadgroup argument at this index, null where there is none. */
  @Nullable
  Parameter threadgroup(int index) {
    return threadgroup[index];
  }

  /** The indices of buffers and constants, as bits. */
  int bufferMask() {
    return bufferMask;
  }

  /** The indices of threadgroup arguments, as bits. */
  int threadgroupMask() {
    return threadgroupMask;
  }

  /** What a device reports of itself. */
  List<ReflectedBinding> reflection() {
    List<ReflectedBinding> reflection = new ArrayList<>();
    for (Parameter each : buffers) {
      if (each != null) {
        reflection.add(
            new ReflectedBinding(each.name(), Kind.BUFFER, each.index(), each.writable()));
      }
    }
    for (Parameter each : threadgroup) {
      if (each != null) {
        // Nothing of it is left after the dispatch.
        reflection.add(new ReflectedBinding(each.name(), Kind.THREADGROUP_MEMORY, each.index(),
            false));
      }
    }
    return List.copyOf(reflection);
  }

  /** What messages call an index of the buffer table. */
  String bufferName(int index) {
    Parameter parameter = index < 0 || index >= INDICES ? null : buffers[index];
    return parameter == null
        ? "buffer " + index + " of kernel '" + kernel + "'"
        : parameterName(parameter);
  }

  /** What messages call a parameter. */
  String parameterName(Parameter parameter) {
    return "parameter '" + parameter.name() + "' (index " + parameter.index() + ") of kernel '"
        + kernel + "'";
  }
}
