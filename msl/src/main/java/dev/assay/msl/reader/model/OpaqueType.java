package dev.assay.msl.reader.model;

import java.util.Optional;

/**
 * A type whose inside the reader does not know: {@code void}, a function, a simdgroup matrix, a name that nothing
 * declares, a type that depends on more than the reader evaluates.
 *
 * @param declared whether the name is known to MSL or to the text
 */
public record OpaqueType(String text, boolean declared) implements MslType {

  @Override
  public Optional<Layout> layout() {
    return Optional.empty();
  }
}
