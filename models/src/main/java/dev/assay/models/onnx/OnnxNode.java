package dev.assay.models.onnx;

import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;

/**
 * One operation of a graph.
 *
 * @param name the node's name; may be empty
 * @param operator the operator with its domain where that is not ONNX's own, such as {@code MatMul} or {@code
 *     com.acme/Swish}
 * @param inputs the names of the values that it reads, in the operator's order; empty for an omitted one
 * @param outputs the names of the values that it makes
 * @param attributes the attributes by name
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record OnnxNode(
    String name,
    String operator,
    List<String> inputs,
    List<String> outputs,
    Map<String, OnnxAttribute> attributes) {

  /** Copies the lists and the map. */
  public OnnxNode {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
    attributes = Map.copyOf(attributes);
  }
}
