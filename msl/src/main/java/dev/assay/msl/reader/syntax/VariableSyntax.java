package dev.assay.msl.reader.syntax;

import dev.assay.msl.reader.text.Token;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One variable, constant or field; a declaration of several gives one for each.
 *
 * @param scope the namespaces and structs around it
 * @param name empty for an unnamed bit-field
 * @param nameRange the name's token; empty when it has none
 * @param type the tokens of its type with specifiers and without attributes
 * @param arrays the tokens between the brackets of each dimension, outermost first
 * @param attributes its attributes
 * @param initializer the tokens behind {@code =} or from the opening brace on
 * @param bitField whether a width follows the name
 * @param template what {@code template} says in front of it, for a variable template
 * @param range the tokens of the whole declaration up to its semicolon, which all its variables share
 */
public record VariableSyntax(
    String scope,
    String name,
    TokenRange nameRange,
    List<Token> type,
    List<TokenRange> arrays,
    List<AttributeSyntax> attributes,
    TokenRange initializer,
    boolean bitField,
    @Nullable TemplateSyntax template,
    TokenRange range)
    implements Declaration {

  /** Whether {@code specifier} stands in front of the name. */
  public boolean has(String specifier) {
    return type.stream().anyMatch(token -> token.is(specifier));
  }
}
