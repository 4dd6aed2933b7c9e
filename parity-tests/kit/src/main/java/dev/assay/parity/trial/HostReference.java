package dev.assay.parity.trial;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.ReferenceDispatch;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongConsumer;

/** A reference function run on the Java heap, outside any backend and row by row. */
final class HostReference implements ReferenceDispatch {
  private final DType dtype;
  private final Map<String, Elements> buffers;
  private final Map<String, StructValue> constants;

  private HostReference(DType dtype, Map<String, Elements> buffers,
      Map<String, StructValue> constants) {
    this.dtype = dtype;
    this.buffers = buffers;
    this.constants = constants;
  }

  /** Runs the function on buffers that are exactly as long as the declaration says; without work it is not called. */
  static void run(KernelDeclaration kernel, DType dtype, Map<String, StructValue> constants,
      Map<String, Elements> buffers) {
    if (kernel.work().evaluate(new CaseScope(constants)) != 0) {
      kernel.reference().run(new HostReference(dtype, buffers, constants));
    }
  }

  @Override
  public DType dtype() {
    return dtype;
  }

  @Override
  public Elements buffer(String parameter) {
    return Objects.requireNonNull(buffers.get(parameter), parameter);
  }

  @Override
  public StructValue constant(String parameter) {
    return Objects.requireNonNull(constants.get(parameter), parameter);
  }

  @Override
  public void forEachRow(long count, LongConsumer row) {
    for (long index = 0; index < count; index++) {
      row.accept(index);
    }
  }
}
