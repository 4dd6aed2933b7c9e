package dev.assay.msl.reader.model;

import java.util.Optional;

/** A matrix: columns that lie one after the other as vectors of {@code rows} elements. */
public record MatrixType(ScalarType element, int columns, int rows) implements MslType {

  @Override
  public String text() {
    return element.text() + columns + "x" + rows;
  }

  @Override
  public Optional<Layout> layout() {
    Layout column = new VectorType(element, rows, false).layout().orElseThrow();
    return Optional.of(new Layout(column.sizeBytes() * columns, column.alignBytes()));
  }
}
