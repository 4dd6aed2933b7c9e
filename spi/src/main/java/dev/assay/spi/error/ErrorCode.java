package dev.assay.spi.error;

import java.util.regex.Pattern;
import org.apiguardian.api.API;

/**
 * A stable, documented name for one way in which a call can fail, such as {@code bind.missing}. Codes are open: a
 * plugin declares its own with a first part of its own ({@code acme.no_licence}). Scripts and tests compare codes;
 * messages may be reworded.
 *
 * @param id lower-case parts of letters, digits and underscores, at least two, joined by dots
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record ErrorCode(String id) {
  private static final Pattern FORM = Pattern.compile("[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)+");

  /** Checks the form of the id. */
  public ErrorCode {
    if (!FORM.matcher(id).matches()) {
      throw new IllegalArgumentException(
          "an error code is lower-case parts joined by dots, not '" + id + "'");
    }
  }

  @Override
  public String toString() {
    return id;
  }
}
