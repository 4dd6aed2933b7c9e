package dev.assay.msl.reader.syntax;

import dev.assay.msl.reader.text.Token;
import java.util.List;

/**
 * A parameter of a function.
 *
 * @param name empty when it has none
 * @param nameRange the name's token; empty when it has none
 * @param type the tokens of its type without attributes; for {@code T (&name)[4]} that is {@code T &}
 * @param arrays the tokens between the brackets of each dimension behind the name, outermost first
 * @param pointsToArray whether the last {@code *} or {@code &} of the type points to the array, not its elements
 * @param attributes its attributes
 * @param defaultValue the tokens behind {@code =}
 * @param range all its tokens
 */
public record ParameterSyntax(
    String name,
    TokenRange nameRange,
    List<Token> type,
    List<TokenRange> arrays,
    boolean pointsToArray,
    List<AttributeSyntax> attributes,
    TokenRange defaultValue,
    TokenRange range) {}
