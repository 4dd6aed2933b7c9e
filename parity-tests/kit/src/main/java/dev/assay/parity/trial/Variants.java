package dev.assay.parity.trial;

import dev.assay.spi.backend.Pipeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The contents of the rounds of one case: the case itself and the same constants on other data, by turns, so that no round
 * can pass for its neighbour. Not thread-safe.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class Variants {
  private static final int DISTINCT = 3;

  private final List<Content> plain = new ArrayList<>();
  private final @Nullable String refusal;
  private boolean sought;
  private Optional<Patch> patch = Optional.empty();

  /** The variants of this case. */
  public Variants(Content base) {
    plain.add(base);
    this.refusal = rotate(base);
  }

  private @Nullable String rotate(Content base) {
    try {
      for (int i = 1; i < DISTINCT; i++) {
        plain.add(base.rotated(i));
      }
      return null;
    } catch (RuntimeException refused) {
      return "the reference function refuses the inputs in another order: " + refused.getMessage();
    }
  }

  /** Why there is no other data for these constants, or null where there is. */
  public @Nullable String refusal() {
    return refusal;
  }

  /** The content of this round; every third one, from the second on, has the patched field at its least. */
  public Content round(int round, Optional<Patch> patched) {
    int variant = round % DISTINCT;
    Content content = plain.get(variant);
    return variant == 1 && patched.isPresent() ? patched.get().reduce(content) : content;
  }

  /** The field that can be patched in this case, sought once. */
  public Optional<Patch> patch(Pipeline pipeline, Arrangement arrangement) {
    if (!sought) {
      patch = Patch.find(pipeline, arrangement);
      sought = true;
    }
    return patch;
  }
}
