package dev.assay.msl.reader.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A struct, class or union with its body.
 *
 * @param scope the namespaces and structs around it
 * @param name made up, and not writable in MSL, when the text gives none
 * @param union whether members share their place
 * @param template what {@code template} says in front of it
 * @param templateArguments of a specialisation; null when there are none
 * @param attributes its attributes, {@code alignas} among them
 * @param bases each base's tokens without access specifiers
 * @param body the tokens between the braces
 * @param range from its first token to the closing brace
 */
public record StructSyntax(
    String scope,
    String name,
    boolean union,
    @Nullable TemplateSyntax template,
    @Nullable TokenRange templateArguments,
    List<AttributeSyntax> attributes,
    List<TokenRange> bases,
    TokenRange body,
    TokenRange range)
    implements Declaration {

  /** This struct under another name. */
  StructSyntax named(String newName) {
    return new StructSyntax(scope, newName, union, template, templateArguments, attributes, bases,
        body, range);
  }
}
