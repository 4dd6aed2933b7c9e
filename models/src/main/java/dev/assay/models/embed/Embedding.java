package dev.assay.models.embed;

import org.apiguardian.api.API;

/** A text and its vector. Immutable. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class Embedding {
  private final String text;
  private final int tokens;
  private final boolean truncated;
  private final float[] vector;

  /** Takes the array as its own. */
  Embedding(String text, int tokens, boolean truncated, float[] vector) {
    this.text = text;
    this.tokens = tokens;
    this.truncated = truncated;
    this.vector = vector;
  }

  /** The text as it was given. */
  public String text() {
    return text;
  }

  /** How many tokens the vector stands for, the special ones included. */
  public int tokens() {
    return tokens;
  }

  /** Whether the text was longer than the model takes, so that its end plays no part. */
  public boolean truncated() {
    return truncated;
  }

  /** A copy of the vector, of length 1 in the Euclidean norm. */
  public float[] vector() {
    return vector.clone();
  }
}
