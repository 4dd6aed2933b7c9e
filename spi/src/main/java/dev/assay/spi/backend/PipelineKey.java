package dev.assay.spi.backend;

import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.KernelName;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * What a pipeline is made from, in canonical form: equal keys mean the same pipeline.
 *
 * @param kernel the kernel
 * @param dtype the dtype of its generic buffers
 * @param implementation the name of the implementation, or null where none is installed for the backend's language
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record PipelineKey(KernelName kernel, DType dtype, @Nullable String implementation) {
  /** As messages name it, such as {@code assay:matmul (f32, tiled)}. */
  @Override
  public String toString() {
    return kernel + " (" + dtype + (implementation == null ? "" : ", " + implementation) + ")";
  }
}
