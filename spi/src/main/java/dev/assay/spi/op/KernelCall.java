package dev.assay.spi.op;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.kernel.KernelName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;

/**
 * What an operation asks for: a kernel with tensors and constants by parameter name. Mistakes in the names are reported
 * when the call runs, all of them together. Not thread-safe.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class KernelCall {
  /**
   * A tensor for a buffer parameter.
   *
   * @param parameter the parameter's name
   * @param tensor what is bound, from its first element to the last that its strides reach
   */
  public record Argument(String parameter, Tensor tensor) {}

  private final KernelName kernel;
  private final DType dtype;
  private final List<Argument> arguments = new ArrayList<>();
  private final Map<String, StructValue> constants = new LinkedHashMap<>();

  private KernelCall(KernelName kernel, DType dtype) {
    this.kernel = kernel;
    this.dtype = dtype;
  }

  /** A call of this kernel for this dtype. */
  public static KernelCall of(String kernel, DType dtype) {
    return new KernelCall(KernelName.of(kernel), dtype);
  }

  /** Adds a tensor for a buffer parameter. */
  public KernelCall tensor(String parameter, Tensor tensor) {
    arguments.add(new Argument(parameter, tensor));
    return this;
  }

  /** Sets a constant or function constant, once: setting it again is an error here and now. */
  public KernelCall constant(String parameter, StructValue value) {
    if (constants.putIfAbsent(parameter, value) != null) {
      throw new InvalidCallException(
          Problem.of(Codes.BIND_DOUBLED, "constant '" + parameter + "' is set twice")
              .at("call of " + kernel));
    }
    return this;
  }

  /** The kernel's name. */
  public KernelName kernel() {
    return kernel;
  }

  /** The dtype of its generic buffers. */
  public DType dtype() {
    return dtype;
  }

  /** The tensors in the order in which they were added. */
  public List<Argument> arguments() {
    return List.copyOf(arguments);
  }

  /** The constants by parameter name, in the order in which they were set. */
  public Map<String, StructValue> constants() {
    return Collections.unmodifiableMap(new LinkedHashMap<>(constants));
  }
}
