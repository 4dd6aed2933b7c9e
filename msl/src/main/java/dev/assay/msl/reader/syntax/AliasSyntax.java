package dev.assay.msl.reader.syntax;

import dev.assay.msl.reader.text.Token;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Another name for a type ({@code typedef} or {@code using}), or, when {@code namespace} is true, for a namespace; a
 * using directive is the alias of a namespace without a name of its own.
 *
 * @param scope the namespaces and structs around it
 * @param name the new name; empty for a using directive
 * @param template parameters of an alias template
 * @param type the tokens of what it stands for
 * @param arrays the tokens between the brackets of each dimension
 * @param namespace whether it names a namespace
 * @param range all its tokens
 */
public record AliasSyntax(
    String scope,
    String name,
    @Nullable TemplateSyntax template,
    List<Token> type,
    List<TokenRange> arrays,
    boolean namespace,
    TokenRange range)
    implements Declaration {}
