package dev.assay.ops;

import dev.assay.spi.op.Tensor;
import org.apiguardian.api.API;

/**
 * What {@link Ops#topK} finds.
 *
 * @param values the elements, in order
 * @param indices where along the axis each was, int32, of the same shape
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record TopKResult(Tensor values, Tensor indices) {}
