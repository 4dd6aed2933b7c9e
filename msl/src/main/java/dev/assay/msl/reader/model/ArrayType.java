package dev.assay.msl.reader.model;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * An array, be it {@code T name[n]} or {@code array<T, n>}.
 *
 * @param length empty when it is not stated or not constant
 */
public record ArrayType(MslType element, OptionalLong length) implements MslType {

  @Override
  public String text() {
    StringBuilder lengths = new StringBuilder();
    MslType inner = this;
    while (inner instanceof ArrayType array) {
      lengths.append('[')
          .append(array.length.isPresent() ? Long.toString(array.length.getAsLong()) : "")
          .append(']');
      inner = array.element;
    }
    return inner.text() + lengths;
  }

  @Override
  public Optional<Layout> layout() {
    if (length.isEmpty()) {
      return Optional.empty();
    }
    return element.layout().flatMap(of -> {
      long high = Math.multiplyHigh(of.sizeBytes(), length.getAsLong());
      long size = of.sizeBytes() * length.getAsLong();
      return high == 0 && size >= 0
          ? Optional.of(new Layout(size, of.alignBytes()))
          : Optional.empty();
    });
  }
}
