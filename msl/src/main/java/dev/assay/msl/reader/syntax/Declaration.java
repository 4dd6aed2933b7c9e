package dev.assay.msl.reader.syntax;

/** A declaration at namespace scope or among the members of a struct. */
public sealed interface Declaration
    permits FunctionSyntax, VariableSyntax, StructSyntax, EnumSyntax, AliasSyntax {

  /** The namespaces and structs around it, joined by {@code ::}; empty at the top. */
  String scope();

  /** The name, possibly qualified; empty when it has none. */
  String name();

  /** All its tokens. */
  TokenRange range();

  /** The scope and the name as one qualified name. */
  default String qualifiedName() {
    return scope().isEmpty() ? name() : scope() + "::" + name();
  }
}
