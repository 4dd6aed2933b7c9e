package dev.assay.parity.onnx;

import dev.assay.spi.data.Elements;
import dev.assay.spi.op.Shape;

/**
 * A value of a case.
 *
 * @param name its name in the case
 * @param shape the sizes, outermost first
 * @param values row-major, as many as the shape has elements
 */
record CaseTensor(String name, Shape shape, Elements values) {
  @Override
  public String toString() {
    return "'" + name + "' " + values.dtype() + shape;
  }
}
