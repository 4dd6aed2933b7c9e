package dev.assay.parity.trial.check;

import java.util.function.Consumer;
import org.apiguardian.api.API;

/** One look at what a dispatch left behind. Stateless. */
@API(status = API.Status.INTERNAL, since = "0.1")
public interface Check {
  /** The name by which it is reported and switched off, such as {@code guards}. */
  String name();

  /** Passes what is wrong, in words, to {@code finding}; one of a kind is enough. */
  void look(Observation observation, Consumer<String> finding);
}
