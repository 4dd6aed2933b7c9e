package dev.assay.spi.backend;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.KernelName;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * What a pipeline is made from, in canonical form: equal keys mean the same pipeline, whatever the order in which
 * function constants were given. Math mode and source follow from the implementation, the device and its build from the
 * backend.
 *
 * @param kernel the kernel
 * @param dtype the dtype of its generic buffers
 * @param implementation the name of the implementation, or null where none is installed for the backend's language
 * @param functionConstants the value of every function constant, by name
 * @param indirect whether the pipeline can be used in segments
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record PipelineKey(
    KernelName kernel,
    DType dtype,
    @Nullable String implementation,
    Map<String, StructValue> functionConstants,
    boolean indirect) {

  /** Sorts the constants. */
  public PipelineKey {
    functionConstants = Collections.unmodifiableMap(new TreeMap<>(functionConstants));
  }

  /** A key without function constants, for direct use. */
  public PipelineKey(KernelName kernel, DType dtype, @Nullable String implementation) {
    this(kernel, dtype, implementation, Map.of(), false);
  }

  /** The same pipeline for use in segments. */
  public PipelineKey forIndirect() {
    return new PipelineKey(kernel, dtype, implementation, functionConstants, true);
  }

  /** As messages name it, such as {@code assay:matmul (f32, tiled, has_bias=1)}. */
  @Override
  public String toString() {
    String constants = functionConstants.entrySet()
        .stream()
        .map(constant -> ", " + constant.getKey() + "=" + constant.getValue().text())
        .collect(Collectors.joining());
    return kernel + " (" + dtype + (implementation == null ? "" : ", " + implementation) + constants
        + (indirect ? ", indirect" : "") + ")";
  }
}
