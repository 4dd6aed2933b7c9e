package dev.assay.parity.trial.check;

import dev.assay.parity.trial.Arrangement;
import dev.assay.parity.trial.Content;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.Parameter;
import java.util.Objects;
import java.util.function.Consumer;
import org.apiguardian.api.API;

/**
 * No element of an output that is declared as written whole still has the bits that lay there. They were the complement of
 * the expected ones, so that no right result can be taken for an unwritten one.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class EveryElementWritten implements Check {
  @Override
  public String name() {
    return "written";
  }

  @Override
  public void look(Observation observation, Consumer<String> finding) {
    Arrangement arrangement = observation.arrangement();
    Content content = arrangement.content();
    if (content.isEmpty()) {
      return;
    }
    for (Parameter parameter : content.kernel().parameters()) {
      if (parameter instanceof Parameter.Buffer buffer && buffer.access() == Access.WRITE_ALL
          && content.expected().containsKey(buffer.name())
          && !arrangement.isInPlace(buffer.name())) {
        Elements before = Objects.requireNonNull(content.before().get(buffer.name()));
        long touched = Math.min(content.scope().touched(buffer), before.length());
        look(buffer.name(), before.slice(0, touched),
            observation.found(buffer.name()).slice(0, touched), finding);
      }
    }
  }

  private static void look(String output, Elements before, Elements found,
      Consumer<String> finding) {
    long unwritten = 0;
    for (long i = 0; i < before.length(); i++) {
      unwritten += before.slice(i, 1).sameBits(found.slice(i, 1)) ? 1 : 0;
    }
    if (unwritten > 0) {
      finding.accept(unwritten + " of " + before.length() + " elements of '" + output
          + "' were not written");
    }
  }
}
