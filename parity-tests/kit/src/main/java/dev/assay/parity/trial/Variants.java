package dev.assay.parity.trial;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The contents of the rounds of one case: the case itself and the same constants on other data, by turns, so that no round
 * can pass for its neighbour. Not thread-safe.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class Variants {
  private static final int DISTINCT = 3;

  private final Content base;
  private final List<Content> plain = new ArrayList<>();

  /** The variants of this case. */
  public Variants(Content base) {
    this.base = base;
    plain.add(base);
  }

  /** The content of this round; every third one, from the second on, has the patched field at its least. */
  public Content round(int round, Optional<Patch> patch) {
    int variant = round % DISTINCT;
    while (plain.size() <= variant) {
      plain.add(base.rotated(plain.size()));
    }
    Content content = plain.get(variant);
    return variant == 1 && patch.isPresent() ? patch.get().reduce(content) : content;
  }
}
