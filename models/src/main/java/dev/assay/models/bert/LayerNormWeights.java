package dev.assay.models.bert;

import dev.assay.models.onnx.OnnxTensor;
import org.apiguardian.api.API;

/**
 * A layer normalisation (x − mean)/√(variance + epsilon)·γ + β over the last axis.
 *
 * @param gamma γ, [hidden]
 * @param beta β, [hidden]
 * @param epsilon the addend inside the root
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record LayerNormWeights(OnnxTensor gamma, OnnxTensor beta, float epsilon) {}
