package dev.assay.msl.reader.model;

import java.util.Optional;

/**
 * A vector. A plain one is aligned to its size, three elements taking the place of four; a packed one lies like an
 * array of its elements (Metal Shading Language Specification, section 2.2).
 *
 * @param elements 2, 3 or 4
 */
public record VectorType(ScalarType element, int elements, boolean packed) implements MslType {

  @Override
  public String text() {
    return (packed ? "packed_" : "") + element.text() + elements;
  }

  @Override
  public Optional<Layout> layout() {
    long size = element.sizeBytes();
    if (packed) {
      return Optional.of(new Layout(size * elements, size));
    }
    long padded = size * (elements == 3 ? 4 : elements);
    return Optional.of(new Layout(padded, padded));
  }
}
