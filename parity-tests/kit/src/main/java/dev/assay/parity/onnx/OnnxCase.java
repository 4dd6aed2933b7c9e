package dev.assay.parity.onnx;

import dev.assay.models.onnx.OnnxAttribute;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One operator test as its files have it. Immutable but for the values, which nobody writes.
 *
 * @param name of the case, which is that of its files
 * @param operator the operator
 * @param attributes the attributes by name
 * @param inputs one for each input of the node, null for one that is left out
 * @param outputs the expected values in order; one without a name stands behind outputs that are left out
 */
record OnnxCase(
    String name,
    String operator,
    Map<String, OnnxAttribute> attributes,
    List<@Nullable CaseTensor> inputs,
    List<CaseTensor> outputs) {

  OnnxCase {
    attributes = Map.copyOf(attributes);
    inputs = Collections.unmodifiableList(inputs);
    outputs = List.copyOf(outputs);
  }
}
