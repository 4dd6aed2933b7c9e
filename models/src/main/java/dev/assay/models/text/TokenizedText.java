package dev.assay.models.text;

import org.apiguardian.api.API;

/**
 * The token ids of one text, the special ones at both ends included. Immutable. Every token is to be attended to and
 * of type 0: there is no padding and no second text.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class TokenizedText {
  private final int[] ids;
  private final int fullLength;

  /** Takes the array as its own. */
  TokenizedText(int[] ids, int fullLength) {
    this.ids = ids;
    this.fullLength = fullLength;
  }

  /** How many tokens there are, the special ones included. */
  public int length() {
    return ids.length;
  }

  /** How many there would be without the limit. */
  public int fullLength() {
    return fullLength;
  }

  /** Whether the text was over the limit, so that its end is not represented. */
  public boolean truncated() {
    return fullLength > ids.length;
  }

  /** A copy of the ids. */
  public int[] ids() {
    return ids.clone();
  }

  /** Copies the ids to {@code target} from {@code offset} on. */
  void copyTo(int[] target, int offset) {
    System.arraycopy(ids, 0, target, offset, ids.length);
  }
}
