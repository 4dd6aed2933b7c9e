package dev.assay.msl.reader.model;

import java.util.Optional;

/** An atomic value; it lies like its element. */
public record AtomicType(MslType element) implements MslType {

  @Override
  public String text() {
    return element instanceof ScalarType scalar
        && (scalar == ScalarType.INT || scalar == ScalarType.UINT)
            ? "atomic_" + scalar.text()
            : "atomic<" + element.text() + ">";
  }

  @Override
  public Optional<Layout> layout() {
    return element.layout();
  }
}
