package dev.assay.spi.provider;

import org.apiguardian.api.API;

/** What a provider found out about this machine. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public sealed interface Availability {
  /**
   * It works here.
   *
   * @param device what it would run on, in words for a person
   */
  record Usable(String device) implements Availability {}

  /**
   * It does not work here.
   *
   * @param reason why not, in words for a person
   */
  record Unavailable(String reason) implements Availability {}
}
