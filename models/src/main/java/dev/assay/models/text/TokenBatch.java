package dev.assay.models.text;

import java.util.Arrays;
import java.util.List;
import org.apiguardian.api.API;

/**
 * Several texts as one row-major matrix [rows, columns] of token ids: a row is a text, padded at its end to the
 * longest. Immutable.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class TokenBatch {
  private final int rows;
  private final int columns;
  private final int[] ids;
  private final int[] mask;

  private TokenBatch(int rows, int columns, int[] ids, int[] mask) {
    this.rows = rows;
    this.columns = columns;
    this.ids = ids;
    this.mask = mask;
  }

  /** The texts in order, at least one, padded with {@code paddingId}. */
  static TokenBatch of(List<TokenizedText> texts, int paddingId) {
    if (texts.isEmpty()) {
      throw new IllegalArgumentException("a batch holds at least one text");
    }
    int columns = texts.stream().mapToInt(TokenizedText::length).max().getAsInt();
    int[] ids = new int[Math.multiplyExact(texts.size(), columns)];
    int[] mask = new int[ids.length];
    Arrays.fill(ids, paddingId);
    for (int row = 0; row < texts.size(); row++) {
      TokenizedText text = texts.get(row);
      text.copyTo(ids, row * columns);
      Arrays.fill(mask, row * columns, row * columns + text.length(), 1);
    }
    return new TokenBatch(texts.size(), columns, ids, mask);
  }

  /** How many texts. */
  public int rows() {
    return rows;
  }

  /** Tokens of the longest text. */
  public int columns() {
    return columns;
  }

  /** A copy of the ids, [rows, columns]. */
  public int[] ids() {
    return ids.clone();
  }

  /** A copy of the attention mask, [rows, columns]: 1 for a token, 0 for padding. */
  public int[] mask() {
    return mask.clone();
  }
}
