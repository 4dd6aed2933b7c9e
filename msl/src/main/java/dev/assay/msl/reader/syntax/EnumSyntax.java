package dev.assay.msl.reader.syntax;

import java.util.List;

/**
 * An enumeration.
 *
 * @param scope the namespaces and structs around it
 * @param name made up, and not writable in MSL, when the text gives none
 * @param scoped whether it is an {@code enum class}
 * @param underlying the tokens of its underlying type; empty when not stated
 * @param enumerators in order
 * @param range from {@code enum} to the closing brace
 */
public record EnumSyntax(
    String scope,
    String name,
    boolean scoped,
    TokenRange underlying,
    List<Enumerator> enumerators,
    TokenRange range)
    implements Declaration {

  /**
   * A named value.
   *
   * @param value the tokens behind {@code =}; empty when it follows from the one before
   */
  public record Enumerator(String name, TokenRange value) {}

  /** This enumeration under another name. */
  EnumSyntax named(String newName) {
    return new EnumSyntax(scope, newName, scoped, underlying, enumerators, range);
  }
}
