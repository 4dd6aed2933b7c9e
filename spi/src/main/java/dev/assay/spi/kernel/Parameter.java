package dev.assay.spi.kernel;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructLayout;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** A parameter of a kernel. It is known by name; an index exists only in a source text and is never written in Java. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public sealed interface Parameter {
  /** The name, the same in the declaration and in every source. */
  String name();

  /**
   * A device buffer, bound by a view.
   *
   * @param name the parameter's name
   * @param fixedType the element type, or null for the kernel's own (the dtype that a pipeline is made for)
   * @param access what the kernel does to it
   * @param elements how many elements from the view's start the kernel may touch, in terms of the constants
   * @param gate the boolean function constant that says whether the parameter exists: bound exactly when it is true; null
   *     for a parameter that always exists
   */
  record Buffer(
      String name,
      @Nullable DType fixedType,
      Access access,
      Expr elements,
      @Nullable String gate)
      implements Parameter {
    /** The element type in a pipeline for this dtype. */
    public DType type(DType kernelType) {
      return fixedType == null ? kernelType : fixedType;
    }
  }

  /**
   * A scalar or struct, bound by value. How it travels (inline bytes, a buffer) is the backend's choice.
   *
   * @param name the parameter's name
   * @param layout its fields
   */
  record Constant(String name, StructLayout layout) implements Parameter {}

  /**
   * A scalar that is fixed when the pipeline is made and compiled into it ({@code [[function_constant]]} in MSL). It is
   * part of the {@code PipelineKey} and never bound.
   *
   * @param name the constant's name
   * @param type its type
   */
  record FunctionConstant(String name, DType type) implements Parameter {
    /** The layout of its value. */
    public StructLayout layout() {
      return StructLayout.scalar(type);
    }
  }
}
