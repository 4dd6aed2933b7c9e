package dev.assay.msl.reader.syntax;

/**
 * One attribute, such as {@code buffer(0)} in {@code [[buffer(0), function_constant(used)]]}.
 *
 * @param name without its namespace and without leading and trailing underscores
 * @param arguments the tokens between its parentheses
 * @param range from the first to the last bracket of the group it stands in
 */
public record AttributeSyntax(String name, TokenRange arguments, TokenRange range) {}
