package dev.assay.spi.kernel;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apiguardian.api.API;

/**
 * A namespaced kernel name, such as {@code assay:layer_norm} or {@code acme:swish}.
 *
 * @param namespace the owner: lower-case letters, digits, {@code _} and {@code -}
 * @param name the kernel within it, likewise
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record KernelName(String namespace, String name) implements Comparable<KernelName> {
  private static final Pattern FORM = Pattern.compile("([a-z][a-z0-9_-]*):([a-z][a-z0-9_-]*)");

  /** Checks both parts. */
  public KernelName {
    if (!FORM.matcher(namespace + ":" + name).matches()) {
      throw malformed(namespace + ":" + name);
    }
  }

  /** Reads {@code namespace:name}. */
  public static KernelName of(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw malformed(text);
    }
    return new KernelName(matcher.group(1), matcher.group(2));
  }

  private static IllegalArgumentException malformed(String text) {
    return new IllegalArgumentException(
        "a kernel name is 'namespace:name' in lower case, not '" + text + "'");
  }

  @Override
  public int compareTo(KernelName other) {
    return toString().compareTo(other.toString());
  }

  @Override
  public String toString() {
    return namespace + ":" + name;
  }
}
