package dev.assay.msl.reader.model;

import java.util.Optional;

/** An enumeration; it lies like its underlying type. */
public record EnumType(String name, ScalarType underlying) implements MslType {

  @Override
  public String text() {
    return name;
  }

  @Override
  public Optional<Layout> layout() {
    return underlying.layout();
  }
}
