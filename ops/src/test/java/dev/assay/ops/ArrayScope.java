package dev.assay.ops;

import dev.assay.spi.data.Bytes;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.KernelDeclaration.InPlace;
import dev.assay.spi.kernel.Parameter;
import dev.assay.spi.op.KernelCall;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A scope over the Java heap that runs reference functions at once and holds every call to its declaration: names,
 * types, touched lengths, and no overlap but what is declared in place.
 */
final class ArrayScope implements TensorScope {
  private final KernelCatalog catalog;
  private final List<String> kernelsRun = new ArrayList<>();
  private long allocated;

  ArrayScope() {
    KernelCatalog.Builder builder = KernelCatalog.builder();
    new OpsPlugin().kernels().forEach(kernel -> builder.kernel(kernel, "ops"));
    catalog = builder.build();
  }

  /** The kernels run so far, in order, with {@code (in place)} where an output is also an input. */
  List<String> kernelsRun() {
    return kernelsRun;
  }

  /** Tensors made so far. */
  long allocated() {
    return allocated;
  }

  @Override
  public <T> T ops(Class<T> library) {
    throw new AssertionError("these tests make their operations themselves");
  }

  @Override
  public Tensor empty(DType dtype, Shape shape) {
    Elements memory = Elements.zeros(dtype, shape.elements());
    memory.memory().fill((byte) 0x5A);
    allocated++;
    return new ArrayTensor(memory, 0, shape, shape.denseStrides());
  }

  @Override
  public Tensor tensor(Elements values, Shape shape) {
    Tensor tensor = empty(values.dtype(), shape);
    Bytes.copy(values.memory(), ((ArrayTensor) tensor).memory().memory());
    return tensor;
  }

  @Override
  public void run(KernelCall call) {
    KernelDeclaration kernel = catalog.declaration(call.kernel(), call.dtype());
    Map<String, ArrayTensor> bound = new LinkedHashMap<>();
    call.arguments().forEach(argument -> {
      if (bound.put(argument.parameter(), (ArrayTensor) argument.tensor()) != null) {
        throw new AssertionError(argument.parameter() + " is bound twice");
      }
    });
    Set<String> expected = kernel.parameters()
        .stream()
        .filter(parameter -> !(parameter instanceof Parameter.Buffer buffer)
            || ReferenceRun.isPresent(buffer, call.constants()))
        .map(Parameter::name)
        .collect(Collectors.toSet());
    Set<String> given = new java.util.HashSet<>(bound.keySet());
    given.addAll(call.constants().keySet());
    if (!given.equals(expected)) {
      throw new AssertionError(kernel + " takes " + expected + ", not " + given);
    }
    Map<String, Elements> buffers = new LinkedHashMap<>();
    boolean inPlace = false;
    for (Parameter parameter : kernel.parameters()) {
      if (parameter instanceof Parameter.Buffer buffer
          && ReferenceRun.isPresent(buffer, call.constants())) {
        ArrayTensor tensor = bound.get(buffer.name());
        long touched = ReferenceRun.evaluate(buffer.elements(), call.constants());
        if (tensor.dtype() != buffer.type(call.dtype()) || touched > tensor.extent()) {
          throw new AssertionError(
              kernel + " touches " + touched + " elements of " + buffer + ", bound is " + tensor);
        }
        buffers.put(buffer.name(), tensor.memory().slice(tensor.offset(), touched));
        inPlace |= buffer.access().writes() && overlapsAnother(kernel, call, buffer.name(), bound);
      }
    }
    kernelsRun.add(call.kernel().name() + (inPlace ? " (in place)" : ""));
    if (ReferenceRun.evaluate(kernel.work(), call.constants()) != 0) {
      kernel.reference().run(new ReferenceRun(call.dtype(), buffers, call.constants()));
    }
  }

  private static boolean overlapsAnother(
      KernelDeclaration kernel, KernelCall call, String output, Map<String, ArrayTensor> bound) {
    boolean inPlace = false;
    for (Map.Entry<String, ArrayTensor> other : bound.entrySet()) {
      if (!other.getKey().equals(output)
          && other.getValue().memory() == bound.get(output).memory()) {
        InPlace allowed = kernel.inPlace()
            .stream()
            .filter(pair -> pair.output().equals(output) && pair.input().equals(other.getKey()))
            .filter(pair -> ReferenceRun.evaluate(pair.condition(), call.constants()) != 0)
            .findFirst()
            .orElseThrow(
                () -> new AssertionError(kernel + ": " + output + " is also " + other.getKey()));
        inPlace = allowed.output().equals(output);
      }
    }
    return inPlace;
  }

  @Override
  public void close() {}
}
