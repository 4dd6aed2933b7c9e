package dev.assay.msl.reader.model;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A struct, class or union.
 *
 * @param name qualified by its namespaces, with template arguments
 * @param members its fields in order, those of bases first
 * @param union whether they share their place
 * @param known its size and alignment; empty when a member's are not known
 */
public record StructType(String name, List<Member> members, boolean union, Optional<Layout> known)
    implements MslType {

  /**
   * A field.
   *
   * @param offsetBytes from the struct's start; empty when what lies before it has no known size
   * @param id of {@code [[id(n)]]} in an argument buffer
   */
  public record Member(String name, MslType type, Optional<Long> offsetBytes, OptionalInt id) {}

  @Override
  public String text() {
    return name;
  }

  @Override
  public Optional<Layout> layout() {
    return known;
  }
}
