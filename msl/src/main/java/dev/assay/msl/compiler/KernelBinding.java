package dev.assay.msl.compiler;

/**
 * How one parameter of a kernel gets its value.
 *
 * @param kind where the value comes from
 * @param name the parameter's name in the source, empty where it has none
 * @param index binding index in the index space of its kind, -1 for a built-in value
 * @param type of what is bound, template arguments put in; of a built-in value its attribute
 * @param readOnly whether the kernel cannot write through it
 * @param optional whether a function constant decides if it is there
 */
public record KernelBinding(
    Kind kind,
    String name,
    int index,
    String type,
    boolean readOnly,
    boolean optional) {
  /** Where a parameter's value comes from. */
  public enum Kind {
    BUFFER,
    THREADGROUP,
    OPAQUE,
    BUILT_IN
  }
}
