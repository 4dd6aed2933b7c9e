package acme.heap;

import acme.heap.HeapPort.HeapPipeline;
import dev.assay.backend.support.DevicePort;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Expr;
import dev.assay.spi.kernel.Parameter;
import dev.assay.spi.kernel.ReferenceDispatch;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;

// snippet: command
/** A kernel with what is bound to it, by parameter name. */
final class HeapCommand implements ReferenceDispatch, Expr.Scope {
  private final HeapPipeline pipeline;
  private final Map<String, Elements> buffers = new HashMap<>();
  private final Map<String, StructValue> constants;

  HeapCommand(HeapPipeline pipeline) {
    this.pipeline = pipeline;
    this.constants = new HashMap<>(pipeline.key().functionConstants());
  }

  /** Binds a buffer parameter to a range of memory. */
  void bind(int parameter, DevicePort.Memory memory, long offsetBytes, long lengthBytes) {
    Parameter.Buffer buffer =
        (Parameter.Buffer) pipeline.declaration().parameters().get(parameter);
    buffers.put(buffer.name(), Elements.over(buffer.type(dtype()),
        ((HeapMemory) memory).range(offsetBytes, lengthBytes)));
  }

  /** Binds a constant parameter to a copy of its bytes: the caller writes the next constant in their place. */
  void bind(int parameter, MemorySegment packed, long lengthBytes) {
    Parameter.Constant constant =
        (Parameter.Constant) pipeline.declaration().parameters().get(parameter);
    byte[] copy = packed.asSlice(0, lengthBytes).toArray(ValueLayout.JAVA_BYTE);
    constants.put(constant.name(),
        StructValue.over(constant.layout(), MemorySegment.ofArray(copy)));
  }

  void run() {
    pipeline.declaration().reference().run(this);
  }

  @Override
  public DType dtype() {
    return pipeline.key().dtype();
  }

  /** Cut to what these constants touch: a patched size may be less than the one that the buffer was bound for. */
  @Override
  public Elements buffer(String parameter) {
    Parameter.Buffer declared =
        (Parameter.Buffer) pipeline.declaration().parameter(parameter).orElseThrow();
    return buffers.get(parameter).slice(0, declared.elements().evaluate(this));
  }

  @Override
  public StructValue constant(String parameter) {
    return constants.get(parameter);
  }

  @Override
  public long fact(String name) {
    throw new IllegalArgumentException("a declaration knows no device, but names " + name);
  }

  @Override
  public void forEachRow(long count, LongConsumer row) {
    for (long index = 0; index < count; index++) {
      row.accept(index);
    }
  }
}
// end
