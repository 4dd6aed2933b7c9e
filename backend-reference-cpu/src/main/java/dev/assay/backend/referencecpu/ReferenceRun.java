package dev.assay.backend.referencecpu;

import dev.assay.backend.referencecpu.ReferencePort.ReferencePipeline;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.Expr;
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
  private final Expr.Scope scope = new Expr.Scope() {
    @Override
    public StructValue constant(String parameter) {
      return ReferenceRun.this.constant(parameter);
    }

    @Override
    public long fact(String name) {
      throw new IllegalArgumentException("a declaration knows no device, but names " + name);
    }
  };
  private Map<String, Elements> touched = Map.of();
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
    touched = touched();
    pipeline.declaration().reference().run(this);
  }

  /** What the constants of this run let it touch: less than what is bound where a patched size is below its bound. */
  private Map<String, Elements> touched() {
    Map<String, Elements> cut = new HashMap<>();
    for (Parameter parameter : pipeline.declaration().parameters()) {
      Elements bound = buffers.get(parameter.name());
      if (parameter instanceof Parameter.Buffer buffer && bound != null) {
        cut.put(buffer.name(), bound.slice(0, Math.max(0, buffer.elements().evaluate(scope))));
      }
    }
    return cut;
  }

  @Override
  public DType dtype() {
    return pipeline.key().dtype();
  }

  @Override
  public Elements buffer(String parameter) {
    return found(touched.get(parameter), "buffer", parameter);
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
