package dev.assay.cli;

import dev.assay.spi.provider.SpiVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IVersionProvider;

/** The version of the command: of its module, or on the class path of its jar. */
final class Version implements IVersionProvider {
  private static final String JAR_RESOURCE = "/META-INF/maven/dev.assay/assay-cli/pom.properties";

  @Override
  public String[] getVersion() {
    return new String[] {text()};
  }

  /** The versions of all that matters, on one line. */
  static String text() {
    return "assay " + ofCommand() + " (SPI " + SpiVersion.CURRENT + "), Java " + Runtime.version();
  }

  /** The version of the command alone. */
  static String ofCommand() {
    try {
      return number();
    } catch (IOException damagedJar) {
      throw new UncheckedIOException(damagedJar);
    }
  }

  private static String number() throws IOException {
    Module module = Version.class.getModule();
    @Nullable String version =
        module.isNamed() ? module.getDescriptor().rawVersion().orElse(null) : versionOfJar();
    return version == null ? "of an unpackaged build" : version;
  }

  private static @Nullable String versionOfJar() throws IOException {
    try (InputStream in = Version.class.getResourceAsStream(JAR_RESOURCE)) {
      if (in == null) {
        return null;
      }
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    }
  }
}
