package dev.assay.msl.reader.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A function: declared, defined, specialised or explicitly instantiated.
 *
 * @param scope the namespaces and structs around it
 * @param name possibly qualified
 * @param nameRange the name's tokens, without template arguments
 * @param stage what it is to a pipeline
 * @param attributes those in front of the name and behind the parameters
 * @param template what {@code template} says in front of it
 * @param templateArguments between the angle brackets behind the name; null when there are none
 * @param type the tokens in front of the name, with specifiers and attributes
 * @param parameters null for an instantiation that names the function's type by {@code decltype} or an alias
 * @param body with its braces; null when there is none
 * @param range all its tokens, from {@code template} or the first attribute on
 */
public record FunctionSyntax(
    String scope,
    String name,
    TokenRange nameRange,
    Stage stage,
    List<AttributeSyntax> attributes,
    @Nullable TemplateSyntax template,
    @Nullable TokenRange templateArguments,
    TokenRange type,
    @Nullable List<ParameterSyntax> parameters,
    @Nullable TokenRange body,
    TokenRange range)
    implements Declaration {

  /** What a function is to a pipeline. */
  public enum Stage {
    /** Called by other functions only. */
    NONE,
    /** A compute kernel. */
    KERNEL,
    /** A function of another pipeline: vertex, fragment, object, mesh, visible, intersection. */
    OTHER
  }

  /** The form of its template header, or null when it has none. */
  public TemplateSyntax.@Nullable Form templateForm() {
    return template == null ? null : template.form();
  }
}
