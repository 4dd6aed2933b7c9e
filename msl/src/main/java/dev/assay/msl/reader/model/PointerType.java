package dev.assay.msl.reader.model;

import java.util.Optional;

/**
 * A pointer or reference.
 *
 * @param space where the pointee lies
 * @param spaceStated whether the text says so
 * @param constant whether the pointee may only be read
 * @param reference true for a reference, whose argument is one pointee, not an array of them
 */
public record PointerType(
    MslType pointee,
    AddressSpace space,
    boolean spaceStated,
    boolean constant,
    boolean reference) implements MslType {

  /** A pointer's size in memory, as in argument buffers. */
  public static final int SIZE_BYTES = 8;

  /** This pointer or reference to another type. */
  public PointerType to(MslType newPointee) {
    return new PointerType(newPointee, space, spaceStated, constant, reference);
  }

  @Override
  public String text() {
    String place = spaceStated ? space.keyword() + " " : "";
    return place + (constant ? "const " : "") + pointee.text() + (reference ? "&" : "*");
  }

  @Override
  public Optional<Layout> layout() {
    return Optional.of(new Layout(SIZE_BYTES, SIZE_BYTES));
  }
}
