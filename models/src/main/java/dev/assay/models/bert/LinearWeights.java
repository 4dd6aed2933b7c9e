package dev.assay.models.bert;

import dev.assay.models.onnx.OnnxTensor;
import org.apiguardian.api.API;

/**
 * A dense layer y = x·W + b.
 *
 * @param weight W, [in, out]
 * @param bias b, [out]
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record LinearWeights(OnnxTensor weight, OnnxTensor bias) {}
