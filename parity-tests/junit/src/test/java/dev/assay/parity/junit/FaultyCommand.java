package dev.assay.parity.junit;

import dev.assay.backend.support.DevicePort;
import dev.assay.parity.junit.FaultyPort.FaultyMemory;
import dev.assay.parity.junit.FaultyPort.FaultyPipeline;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Parameter;
import dev.assay.spi.kernel.ReferenceDispatch;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/** A kernel with what is bound to it. */
final class FaultyCommand implements ReferenceDispatch {
  private final FaultyPipeline pipeline;
  private final Fault fault;
  private final Map<String, Elements> buffers = new HashMap<>();
  private final Map<String, Supplier<StructValue>> constants = new HashMap<>();

  FaultyCommand(FaultyPipeline pipeline, Fault fault) {
    this.pipeline = pipeline;
    this.fault = fault;
  }

  void bind(int parameter, DevicePort.Memory memory, long offsetBytes, long lengthBytes) {
    Parameter.Buffer buffer =
        (Parameter.Buffer) pipeline.declaration().parameters().get(parameter);
    Elements bound = Elements.over(buffer.type(dtype()), ((FaultyMemory) memory).segment()
        .asSlice(fault == Fault.BINDINGS_IGNORE_THE_OFFSET ? 0 : offsetBytes, lengthBytes));
    if (fault != Fault.SEGMENTS_KEEP_THE_FIRST_BUFFER || !buffers.containsKey(buffer.name())) {
      buffers.put(buffer.name(), bound);
    }
  }

  void bind(int parameter, MemorySegment packed, long lengthBytes) {
    Parameter.Constant constant =
        (Parameter.Constant) pipeline.declaration().parameters().get(parameter);
    MemorySegment bytes = packed.asSlice(0, lengthBytes);
    StructValue copied = StructValue.over(constant.layout(), bytes);
    if (fault != Fault.SEGMENTS_KEEP_THE_FIRST_CONSTANT
        || !constants.containsKey(constant.name())) {
      constants.put(constant.name(), fault == Fault.CONSTANTS_ARE_NOT_COPIED
          ? () -> StructValue.over(constant.layout(), bytes)
          : () -> copied);
    }
  }

  void run() {
    pipeline.declaration().reference().run(this);
  }

  @Override
  public DType dtype() {
    return pipeline.key().dtype();
  }

  @Override
  public Elements buffer(String parameter) {
    return buffers.get(parameter);
  }

  @Override
  public StructValue constant(String parameter) {
    Supplier<StructValue> bound = constants.get(parameter);
    return bound == null ? pipeline.key().functionConstants().get(parameter) : bound.get();
  }

  @Override
  public void forEachRow(long count, LongConsumer row) {
    for (long index = 0; index < count; index++) {
      row.accept(index);
    }
  }
}
