package dev.assay.msl.reader.model;

import dev.assay.msl.reader.syntax.FunctionSyntax;
import dev.assay.msl.reader.text.SourcePosition;
import java.util.List;
import java.util.OptionalInt;

/**
 * A kernel that the host can ask for by name.
 *
 * @param name what the host asks for: the {@code host_name}, else the qualified function name, with template arguments
 *     for an instantiation
 * @param functionName the function's qualified name
 * @param templateArguments spelling of each argument of an instantiation, defaults included
 * @param parameters all of them in order
 * @param constants the function constants that it, or what it calls, uses, by index
 * @param threadgroupVariables those its body declares
 * @param maxTotalThreads of {@code [[max_total_threads_per_threadgroup(n)]]}
 * @param position of the name in the definition
 * @param definition the function with the body
 * @param entry the function that makes it a kernel of this name: the definition itself or an explicit instantiation
 */
public record MslKernel(
    String name,
    String functionName,
    List<String> templateArguments,
    List<MslParameter> parameters,
    List<FunctionConstant> constants,
    List<ThreadgroupVariable> threadgroupVariables,
    OptionalInt maxTotalThreads,
    SourcePosition position,
    FunctionSyntax definition,
    FunctionSyntax entry) {

  /** The parameters that the host binds something for. */
  public List<MslParameter> bindings() {
    return parameters.stream().filter(parameter -> parameter.kind().isBinding()).toList();
  }
}
