package dev.assay.runtime;

import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.Problem;
import java.util.Locale;
import java.util.stream.Stream;

/** Whether programs are replayed in segments (indirect command buffers) or encoded dispatch by dispatch. */
public enum Indirect {
  /** In segments wherever the device takes them. */
  ON,
  /** Dispatch by dispatch. */
  OFF,
  /** Whichever of the two takes less time in the first runs of each program; results are the same. */
  AUTO;

  /** The system property that chooses where the application does not. */
  public static final String PROPERTY = "assay.indirect";

  /** The choice of this name, such as {@code auto}; another is an {@code InvalidCallException}. */
  public static Indirect named(String name) {
    return Stream.of(values())
        .filter(each -> each.toString().equals(name))
        .findFirst()
        .orElseThrow(() -> new InvalidCallException(Problem
            .of(RuntimeCodes.SETTING_INVALID, "indirect cannot be '" + name + "'")
            .expected("one of on, off, auto", name)
            .remedy(NearestNames.advice(name,
                Stream.of(values()).map(Indirect::toString).toList()))));
  }

  /** What the system property says, else {@link #ON}. */
  public static Indirect ofProperty() {
    String value = System.getProperty(PROPERTY);
    return value == null ? ON : named(value);
  }

  /** The lower-case name. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
