package dev.assay.backend.referencecpu;

import dev.assay.backend.referencecpu.ReferencePort.ReferencePipeline;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.Parameter;
import dev.assay.spi.kernel.ReferenceDispatch;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** One dispatch of the reference: what its function sees, and the run of it. */
final class ReferenceRun implements ReferenceDispatch, ReferenceStep {
  private final ReferencePipeline pipeline;
  private final RowRunner rows;
  private final Map<String, Elements> buffers = new HashMap<>();
  private final Map<String, StructValue> constants = new HashMap<>();
  private String description = "";

  ReferenceRun(ReferencePipeline pipeline, RowRunner rows) {
    this.pipeline = pipeline;
    this.rows = rows;
    constants.putAll(pipeline.key().functionConstants());
  }

  void bind(int parameter, ReferenceMemory memory, long offsetBytes, long lengthBytes,
      Access access) {
    if (pipeline.declaration().parameters().get(parameter) instanceof Parameter.Buffer buffer) {
      MemorySegment range = memory.segment(offsetBytes, lengthBytes);
      // What is only read cannot be written by a wrong reference function either.
      buffers.put(buffer.name(),
          Elements.over(buffer.type(dtype()), access.writes() ? range : range.asReadOnly()));
    }
  }

  void bind(int parameter, MemorySegment packed, long lengthBytes) {
    if (pipeline.declaration().parameters().get(parameter) instanceof Parameter.Constant constant) {
      constants.put(constant.name(),
          StructValue.over(constant.layout(), packed.asSlice(0, lengthBytes)));
    }
  }

  ReferenceRun described(String text) {
    description = text;
    return this;
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public void execute() {
    pipeline.declaration().reference().run(this);
  }

  @Override
  public DType dtype() {
    return pipeline.key().dtype();
  }

  @Override
  public Elements buffer(String parameter) {
    return found(buffers.get(parameter), "buffer", parameter);
  }

  @Override
  public StructValue constant(String parameter) {
    return found(constants.get(parameter), "constant", parameter);
  }

  @Override
  public void forEachRow(long count, LongConsumer row) {
    rows.run(count, row);
  }

  private <T> T found(@Nullable T bound, String kind, String parameter) {
    if (bound == null) {
      throw new IllegalArgumentException(
          "kernel " + pipeline.key() + " has no " + kind + " '" + parameter + "'");
    }
    return bound;
  }
}
