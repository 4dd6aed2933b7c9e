package dev.assay.suite.msl;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Parameter;
import dev.assay.spi.kernel.ReferenceDispatch;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongConsumer;

/** A case on the reference function, over buffers on the heap. */
record ReferenceRun(DType dtype, Map<String, Elements> buffers, Map<String, StructValue> constants)
    implements ReferenceDispatch {

  /** What the reference function writes, by parameter. */
  static Map<String, Elements> outputs(KernelDeclaration kernel, KernelCase input, MslRun sizes) {
    Map<String, Elements> buffers = new LinkedHashMap<>();
    Map<String, Elements> outputs = new LinkedHashMap<>();
    for (Parameter parameter : kernel.parameters()) {
      if (parameter instanceof Parameter.Buffer buffer && sizes.isPresent(buffer.name())) {
        Elements content =
            Elements.zeros(buffer.type(input.dtype()), sizes.evaluate(buffer.elements()));
        if (buffer.access().reads()) {
          content.memory()
              .copyFrom(
                  input.inputs().get(buffer.name()).slice(0, content.length()).memory());
        }
        buffers.put(buffer.name(), content);
        if (buffer.access().writes()) {
          outputs.put(buffer.name(), content);
        }
      }
    }
    kernel.reference().run(new ReferenceRun(input.dtype(), buffers, input.constants()));
    return outputs;
  }

  @Override
  public Elements buffer(String parameter) {
    return buffers.get(parameter);
  }

  @Override
  public StructValue constant(String parameter) {
    return constants.get(parameter);
  }

  @Override
  public void forEachRow(long count, LongConsumer row) {
    for (long i = 0; i < count; i++) {
      row.accept(i);
    }
  }
}
