package dev.assay.parity.trial.check;

import dev.assay.parity.trial.Content;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.kernel.Parameter;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apiguardian.api.API;

/** A result is stated for every written buffer, of its type and of exactly its length: nothing is compared in part. */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class LengthsEqual implements Check {
  @Override
  public String name() {
    return "lengths";
  }

  @Override
  public void look(Observation observation, Consumer<String> finding) {
    Content content = observation.arrangement().content();
    Set<String> written = new TreeSet<>();
    for (Parameter parameter : content.kernel().parameters()) {
      if (parameter instanceof Parameter.Buffer buffer && buffer.access().writes()
          && content.before().containsKey(buffer.name())) {
        written.add(buffer.name());
      }
    }
    GoldenCase golden = content.golden();
    Set<String> stated =
        golden == null ? content.expected().keySet() : golden.expected().keySet();
    if (!written.equals(new TreeSet<>(stated))) {
      finding.accept("results are stated for " + new TreeSet<>(stated) + " and written to "
          + written);
    }
    for (String output : written) {
      BufferView view = observation.arrangement().view(output);
      Elements expected =
          golden == null ? content.expected().get(output) : golden.expected().get(output);
      if (expected != null
          && (expected.length() != view.count() || expected.dtype() != view.dtype())) {
        finding.accept("the result stated for '" + output + "' is " + expected
            + ", what is written " + view.dtype() + "[" + view.count() + "]");
      }
    }
  }
}
