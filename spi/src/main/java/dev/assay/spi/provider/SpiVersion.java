package dev.assay.spi.provider;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apiguardian.api.API;

/**
 * The version of this SPI. A jar with providers states in the resource {@value #RESOURCE}, a properties file, the
 * version that it was built for ({@code spi.version=0.1}) and its own ({@code version=1.2}).
 *
 * @param major incompatible changes, from 1 on
 * @param minor additions; before 1.0 also incompatible changes
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record SpiVersion(int major, int minor) {
  /** The resource in which a jar states the version that it was built for. */
  public static final String RESOURCE = "META-INF/assay.properties";

  /** The version of the SPI that is running. */
  public static final SpiVersion CURRENT = new SpiVersion(0, 1);

  private static final Pattern FORM = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})");

  /** Reads {@code major.minor}. */
  public static SpiVersion parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException("an SPI version is major.minor, not '" + text + "'");
    }
    return new SpiVersion(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
  }

  /** Whether a jar that was built for {@code built} works with this version. */
  public boolean accepts(SpiVersion built) {
    return major == built.major && (major == 0 ? minor == built.minor : minor >= built.minor);
  }

  @Override
  public String toString() {
    return major + "." + minor;
  }
}
