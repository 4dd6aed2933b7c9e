package dev.assay.models.onnx;

import dev.assay.models.ModelCodes;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.Problem;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;

/**
 * The graph of an ONNX file. Immutable and safe to share between threads.
 *
 * @param source the file or resource that it was read from, for messages
 * @param nodes the operations in the file's order, which ONNX requires to be topological
 * @param initializers the constant tensors by name, in the file's order
 * @param inputs the names of the graph's inputs, without those that initialisers give a value
 * @param outputs the names of the graph's outputs
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record OnnxModel(
    String source,
    List<OnnxNode> nodes,
    Map<String, OnnxTensor> initializers,
    List<String> inputs,
    List<String> outputs) {

  /** Copies the lists and the map. */
  public OnnxModel {
    nodes = List.copyOf(nodes);
    initializers = Collections.unmodifiableMap(new LinkedHashMap<>(initializers));
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }

  /** The initialiser of this name; {@code onnx.initializer_missing} where there is none. */
  public OnnxTensor initializer(String name) {
    OnnxTensor tensor = initializers.get(name);
    if (tensor == null) {
      throw new InvalidInputException(
          Problem
              .of(ModelCodes.ONNX_INITIALIZER_MISSING,
                  "the model has no initialiser '" + name + "'")
              .at(source)
              .remedy(NearestNames.advice(name, initializers.keySet())));
    }
    return tensor;
  }
}
