package dev.assay.models.bert;

import org.apiguardian.api.API;

/**
 * One layer: attention, then feed-forward with the exact GELU, each followed by adding its input and a normalisation.
 *
 * @param query from hidden to hidden, head by head
 * @param key likewise
 * @param value likewise
 * @param attentionOutput from the joined heads to hidden
 * @param attentionNorm after attention and residual
 * @param feedForwardIn from hidden to feed-forward
 * @param feedForwardOut from feed-forward to hidden
 * @param outputNorm after feed-forward and residual
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record BertLayerWeights(
    LinearWeights query,
    LinearWeights key,
    LinearWeights value,
    LinearWeights attentionOutput,
    LayerNormWeights attentionNorm,
    LinearWeights feedForwardIn,
    LinearWeights feedForwardOut,
    LayerNormWeights outputNorm) {}
