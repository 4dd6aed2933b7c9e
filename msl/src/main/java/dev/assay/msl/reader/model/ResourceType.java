package dev.assay.msl.reader.model;

import java.util.Optional;

/**
 * A handle to something that is no plain memory.
 *
 * @param text its spelling
 * @param kind what a parameter of it is bound to
 * @param access what the type allows
 */
public record ResourceType(String text, ParameterKind kind, Access access) implements MslType {

  /** A handle's size in an argument buffer. */
  public static final int SIZE_BYTES = 8;

  @Override
  public Optional<Layout> layout() {
    return Optional.of(new Layout(SIZE_BYTES, SIZE_BYTES));
  }
}
