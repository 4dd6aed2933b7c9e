package dev.assay.suite.onnx;

import dev.assay.models.onnx.OnnxAttribute;
import dev.assay.models.onnx.OnnxNode;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.op.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** One node with its inputs, put together for a test. Not thread-safe. */
final class NodeSpec {
  /** A value of an input; both are null for one that is left out. */
  record Value(Elements elements, Shape shape) {}

  private final String operator;
  private final int opset;
  private final Map<String, OnnxAttribute> attributes = new LinkedHashMap<>();
  private final List<Value> inputs = new ArrayList<>();
  private final SplittableRandom random;
  private List<String> outputs = List.of("y0");

  private NodeSpec(String operator, int opset) {
    this.operator = operator;
    this.opset = opset;
    this.random = new SplittableRandom(operator.hashCode());
  }

  static NodeSpec operator(String operator, int opset) {
    return new NodeSpec(operator, opset);
  }

  int opset() {
    return opset;
  }

  List<Value> inputs() {
    return inputs;
  }

  NodeSpec with(String name, long value) {
    attributes.put(name, new OnnxAttribute.Int(value));
    return this;
  }

  NodeSpec with(String name, float value) {
    attributes.put(name, new OnnxAttribute.Real(value));
    return this;
  }

  NodeSpec with(String name, String value) {
    attributes.put(name, new OnnxAttribute.Text(value));
    return this;
  }

  NodeSpec list(String name, Long... values) {
    attributes.put(name, new OnnxAttribute.Ints(Arrays.asList(values)));
    return this;
  }

  /** Numbers between −2 and 2 of this type and shape; small integers, and bools. */
  NodeSpec random(DType dtype, long... sizes) {
    return between(dtype, -2, 2, sizes);
  }

  NodeSpec between(DType dtype, double low, double high, long... sizes) {
    Shape shape = Shape.of(sizes);
    Elements values = Elements.zeros(dtype, shape.elements());
    for (long i = 0; i < values.length(); i++) {
      double value = dtype.isFloat() ? random.nextDouble(low, high)
          : dtype == DType.BOOL ? random.nextInt(2)
          : random.nextInt((int) low, (int) high + 1);
      values.setDouble(i, value);
    }
    inputs.add(new Value(values, shape));
    return this;
  }

  NodeSpec floats(double value) {
    inputs.add(new Value(Elements.of(DType.F32, value), Shape.of()));
    return this;
  }

  /** An int64 vector. */
  NodeSpec longs(long... values) {
    inputs.add(new Value(Elements.ofLongs(DType.I64, values), Shape.of(values.length)));
    return this;
  }

  NodeSpec value(Elements elements, long... sizes) {
    inputs.add(new Value(elements, Shape.of(sizes)));
    return this;
  }

  NodeSpec absent() {
    inputs.add(new Value(null, null));
    return this;
  }

  /** Which outputs the node makes: as many, empty names for those that are left out. */
  NodeSpec outputs(String... names) {
    outputs = List.of(names);
    return this;
  }

  OnnxNode node() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < inputs.size(); i++) {
      names.add(inputs.get(i).elements() == null ? "" : "x" + i);
    }
    return new OnnxNode("", operator, names, outputs, attributes);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(operator + " " + opset);
    attributes.forEach((name, value) -> text.append(' ').append(name).append('=').append(value));
    inputs.forEach(input -> text.append(' ')
        .append(input.elements() == null ? "-" : input.elements().dtype() + "" + input.shape()));
    return text.toString();
  }
}
