package dev.assay.msl.reader.syntax;

import dev.assay.msl.reader.text.Token;
import java.util.List;

/**
 * Consecutive tokens of a translation unit.
 *
 * @param from index of the first token
 * @param to index past the last
 */
public record TokenRange(int from, int to) {

  /** A range without tokens. */
  public static final TokenRange EMPTY = new TokenRange(0, 0);

  /** Whether there is no token in it. */
  public boolean isEmpty() {
    return from >= to;
  }

  /** The tokens, as a view of the unit's list. */
  public List<Token> of(List<Token> tokens) {
    return tokens.subList(from, to);
  }
}
