package dev.assay.ops;

import dev.assay.spi.data.Bytes;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Expr;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Parameter;
import dev.assay.spi.kernel.ReferenceDispatch;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/** Runs a reference function on buffers on the heap, each exactly as long as the declaration says. */
final class ReferenceRun implements ReferenceDispatch {
  private final DType dtype;
  private final Map<String, Elements> buffers;
  private final Map<String, StructValue> constants;

  ReferenceRun(DType dtype, Map<String, Elements> buffers, Map<String, StructValue> constants) {
    this.dtype = dtype;
    this.buffers = buffers;
    this.constants = constants;
  }

  /**
   * What the kernel makes of this case, by output. Outputs are filled with {@code poison} first, but for those whose
   * earlier content matters: they start as a copy of the case's.
   */
  static Map<String, Elements> run(KernelDeclaration kernel, KernelCase input, int poison) {
    Map<String, Elements> buffers = new LinkedHashMap<>(input.inputs());
    Map<String, Elements> outputs = new LinkedHashMap<>();
    for (Parameter parameter : kernel.parameters()) {
      if (parameter instanceof Parameter.Buffer buffer && buffer.access().writes()
          && isPresent(buffer, input)) {
        outputs.put(buffer.name(), before(buffer, input, poison));
      }
    }
    buffers.putAll(outputs);
    run(kernel, input, buffers);
    return outputs;
  }

  private static Elements before(Parameter.Buffer buffer, KernelCase input, int poison) {
    long length = touched(buffer, input);
    if (buffer.access().reads()) {
      return copy(input.inputs().get(buffer.name()).slice(0, length));
    }
    Elements output = Elements.zeros(buffer.type(input.dtype()), length);
    output.memory().fill((byte) poison);
    return output;
  }

  /** New elements with the same content. */
  static Elements copy(Elements content) {
    Elements copy = Elements.zeros(content.dtype(), content.length());
    Bytes.copy(content.memory(), copy.memory());
    return copy;
  }

  /** Whether the buffer exists in a pipeline with these function constants. */
  static boolean isPresent(Parameter.Buffer buffer, KernelCase input) {
    return isPresent(buffer, input.constants());
  }

  static boolean isPresent(Parameter.Buffer buffer, Map<String, StructValue> constants) {
    return buffer.gate() == null || constants.get(buffer.gate()).getLong("") != 0;
  }

  static boolean isPresent(KernelDeclaration kernel, String buffer, KernelCase input) {
    return isPresent((Parameter.Buffer) kernel.parameter(buffer).orElseThrow(), input);
  }

  /** Runs the case on these buffers, unless there is no work: then no backend calls the reference function. */
  static void run(KernelDeclaration kernel, KernelCase input, Map<String, Elements> buffers) {
    if (evaluate(kernel.work(), input.constants()) != 0) {
      kernel.reference().run(new ReferenceRun(input.dtype(), buffers, input.constants()));
    }
  }

  /** The elements of this buffer that the declaration lets a dispatch of this case touch. */
  static long touched(Parameter.Buffer buffer, KernelCase input) {
    return evaluate(buffer.elements(), input.constants());
  }

  static long evaluate(Expr expression, Map<String, StructValue> constants) {
    return expression.evaluate(new Expr.Scope() {
      @Override
      public StructValue constant(String parameter) {
        return Objects.requireNonNull(constants.get(parameter), parameter);
      }

      @Override
      public long fact(String name) {
        throw new AssertionError("a declaration knows no device, but names " + name);
      }
    });
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
    LongStream.range(0, count).parallel().forEach(row);
  }
}
