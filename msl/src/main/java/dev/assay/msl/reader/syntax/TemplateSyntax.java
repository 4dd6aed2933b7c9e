package dev.assay.msl.reader.syntax;

import java.util.List;

/**
 * What {@code template} says in front of a declaration.
 *
 * @param form which of the three things that {@code template} begins
 * @param parameters of a primary template or a partial specialisation; empty otherwise
 * @param range from {@code template} to the closing angle bracket
 */
public record TemplateSyntax(Form form, List<Parameter> parameters, TokenRange range) {

  /** What the keyword begins. */
  public enum Form {
    /** {@code template <typename T> …}: a template or a partial specialisation. */
    PRIMARY,
    /** {@code template <> …}: an explicit specialisation. */
    SPECIALISATION,
    /** {@code template …}: an explicit instantiation. */
    INSTANTIATION
  }

  /** What a template parameter stands for. */
  public enum ParameterKind {
    /** A type. */
    TYPE,
    /** A value: an integer, a function, a pointer. */
    VALUE,
    /** A template. */
    TEMPLATE
  }

  /**
   * A template parameter.
   *
   * @param name empty when it has none
   * @param pack whether it takes any number of arguments
   * @param defaultArgument empty when it has none
   */
  public record Parameter(
      String name,
      ParameterKind kind,
      boolean pack,
      TokenRange defaultArgument) {}
}
