package dev.assay.parity.trial.check;

import dev.assay.parity.trial.Content;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.Parameter;
import java.util.Objects;
import java.util.function.Consumer;
import org.apiguardian.api.API;

/** What is declared as only read has the bits that it had. */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class InputsUnchanged implements Check {
  @Override
  public String name() {
    return "inputs";
  }

  @Override
  public void look(Observation observation, Consumer<String> finding) {
    Content content = observation.arrangement().content();
    for (Parameter parameter : content.kernel().parameters()) {
      if (parameter instanceof Parameter.Buffer buffer && buffer.access() == Access.READ
          && content.before().containsKey(buffer.name())
          && !observation.arrangement().isOverwritten(buffer.name())) {
        Elements before = Objects.requireNonNull(content.before().get(buffer.name()));
        long place = before.memory().mismatch(observation.found(buffer.name()).memory());
        if (place >= 0) {
          finding.accept("input '" + buffer.name() + "' was changed from element "
              + place / before.dtype().sizeBytes());
        }
      }
    }
  }
}
