package dev.assay.msl.compiler;

import dev.assay.msl.reader.model.MslKernel;
import dev.assay.msl.reader.model.MslParameter;
import dev.assay.msl.reader.model.PointerType;
import dev.assay.msl.reader.syntax.ParameterSyntax;
import dev.assay.msl.reader.syntax.TranslationUnit;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A kernel as C++ calls it.
 *
 * @param kernel what the reader knows of it
 * @param entry what a host binds and runs
 */
record KernelCall(MslKernel kernel, KernelEntry entry) {

  /** The function's own name, without scope. */
  String function() {
    return kernel.functionName().substring(kernel.functionName().lastIndexOf(':') + 1);
  }

  /** The C++ expression of the function. */
  String callee(TranslationUnit unit) {
    if (kernel.templateArguments().isEmpty()) {
      return kernel.functionName();
    }
    // As written where it is written: the reader's own spelling drops namespaces.
    String arguments = kernel.entry().templateArguments() == null
        ? String.join(", ", kernel.templateArguments())
        : unit.tokens(kernel.entry().templateArguments())
            .stream()
            .filter(token -> !token.is("device") && !token.is("thread") && !token.is("threadgroup"))
            .map(token -> (token.spaceBefore() ? " " : "")
                + (token.is("constant") ? "const" : token.text()))
            .collect(Collectors.joining());
    return kernel.functionName() + "<" + arguments + ">";
  }

  /** The C++ expression that calls it for the thread {@code p}. */
  String text(TranslationUnit unit) {
    StringBuilder call = new StringBuilder(callee(unit)).append('(');
    List<ParameterSyntax> syntaxes =
        kernel.definition().parameters() == null ? List.of() : kernel.definition().parameters();
    int next = 0;
    for (int i = 0; i < syntaxes.size(); i++) {
      call.append(i == 0 ? "" : ", ");
      if (next < kernel.parameters().size() && isOf(next, syntaxes.get(i))) {
        call.append(argument(next++));
      } else {
        // A struct whose fields are bound each on its own.
        call.append('{');
        boolean first = true;
        while (next < kernel.parameters().size()
            && (i + 1 == syntaxes.size() || !isOf(next, syntaxes.get(i + 1)))) {
          call.append(first ? "" : ", ").append(argument(next++));
          first = false;
        }
        call.append('}');
      }
    }
    return call.append(')').toString();
  }

  private boolean isOf(int parameter, ParameterSyntax syntax) {
    return kernel.parameters().get(parameter).syntax().range().equals(syntax.range());
  }

  private String argument(int i) {
    MslParameter parameter = kernel.parameters().get(i);
    KernelBinding binding = entry.bindings().get(i);
    String form = parameter.resolved() instanceof PointerType pointer && pointer.reference()
        ? "reference"
        : "pointer";
    return switch (binding.kind()) {
      case BUFFER -> "msl::buffer_" + form + "(p, " + binding.index() + ")";
      case THREADGROUP -> "msl::threadgroup_" + form + "(p, " + binding.index() + ")";
      case BUILT_IN -> "msl::built_in::" + binding.type() + "(p)";
      case OPAQUE -> "msl::opaque_argument()";
    };
  }
}
