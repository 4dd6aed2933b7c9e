package dev.assay.runtime.discovery;

import dev.assay.spi.provider.SpiVersion;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A jar, folder or module with providers, and what it states in {@link SpiVersion#RESOURCE}.
 *
 * @param jar its path, or its location where that is no file
 * @param version its own version as stated
 * @param spiVersion the SPI version that it was built for as stated
 * @param refusal why its classes must not be loaded, null when they may
 */
record Origin(
    String jar,
    @Nullable String version,
    @Nullable String spiVersion,
    @Nullable String refusal) {
  private static final int MOST_BYTES = 1 << 16;

  /** Reads what a jar states; {@code statement} is null where it has no such resource. Closes the stream. */
  static Origin of(String jar, @Nullable InputStream statement) {
    if (statement == null) {
      return new Origin(jar, null, null,
          "it states no SPI version: it has no " + SpiVersion.RESOURCE);
    }
    Properties properties = new Properties();
    try (statement) {
      byte[] bytes = statement.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        return new Origin(jar, null, null,
            "its " + SpiVersion.RESOURCE + " is longer than " + MOST_BYTES + " bytes");
      }
      properties
          .load(new InputStreamReader(new ByteArrayInputStream(bytes), StandardCharsets.UTF_8));
    } catch (IOException | IllegalArgumentException unreadable) {
      return unreadable(jar, unreadable);
    }
    String version = properties.getProperty("version");
    String spiVersion = properties.getProperty("spi.version");
    return new Origin(jar, version, spiVersion, refusal(spiVersion));
  }

  /** A jar whose statement is there but cannot be read. */
  static Origin unreadable(String jar, Exception cause) {
    return new Origin(jar, null, null,
        "its " + SpiVersion.RESOURCE + " cannot be read: " + cause.getMessage());
  }

  /** Something that the application itself handed over: there is no jar to be judged. */
  static Origin bound(Class<?> type) {
    return new Origin(jarOf(type), null, null, null);
  }

  /** The jar or folder that a class was loaded from. */
  static String jarOf(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    return source == null || source.getLocation() == null
        ? type.getModule().toString()
        : label(source.getLocation().toString());
  }

  /** The path of a jar or folder where the location is one, else the location itself. */
  static String label(String location) {
    String file = location.startsWith("jar:") && location.endsWith("!/")
        ? location.substring("jar:".length(), location.length() - "!/".length())
        : location;
    try {
      return file.startsWith("file:") ? Path.of(URI.create(file)).normalize().toString() : location;
    } catch (IllegalArgumentException | FileSystemNotFoundException noPath) {
      return location;
    }
  }

  private static @Nullable String refusal(@Nullable String stated) {
    if (stated == null) {
      return "it states no SPI version: its " + SpiVersion.RESOURCE + " has no spi.version";
    }
    try {
      return SpiVersion.CURRENT.accepts(SpiVersion.parse(stated))
          ? null
          : "it was built for SPI " + stated.strip() + ", this is SPI " + SpiVersion.CURRENT;
    } catch (IllegalArgumentException malformed) {
      return "its " + SpiVersion.RESOURCE + " states no SPI version: " + malformed.getMessage();
    }
  }
}
