package dev.assay.models.bert;

import org.apiguardian.api.API;

/**
 * The sizes of a BERT encoder.
 *
 * @param vocabulary how many token ids there are
 * @param positions how many tokens a text may have
 * @param tokenTypes how many kinds of segment there are
 * @param hidden the length of a token's vector
 * @param layers how many layers there are
 * @param heads attention heads of a layer; they divide {@code hidden}
 * @param feedForward the length of the inner vector of the feed-forward part
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record BertConfig(
    int vocabulary,
    int positions,
    int tokenTypes,
    int hidden,
    int layers,
    int heads,
    int feedForward) {

  /** The length of one head's part of a token's vector. */
  public int headDim() {
    return hidden / heads;
  }
}
