package dev.assay.models.onnx;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.DiscardUnknownFieldsParser;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.assay.models.ModelCodes;
import dev.assay.models.onnx.proto.OnnxProto;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Turns the bytes of a graph into an {@link OnnxModel}, with all problems of its tensors and names in one error. */
final class GraphDecoder {
  /** Attribute kinds by ONNX's numbers. */
  private static final int FLOAT = 1;

  private static final int INT = 2;
  private static final int STRING = 3;
  private static final int TENSOR = 4;
  private static final int INTS = 7;

  /** A file made to hurt could hold millions. */
  private static final int MOST_PROBLEMS = 50;

  private final String source;
  private final Problems problems;
  private final TensorDecoder tensors;

  GraphDecoder(String source, ExternalData external) {
    this.source = source;
    this.problems = new Problems(source);
    this.tensors = new TensorDecoder(external, problems);
  }

  OnnxModel decode(ByteString bytes) {
    OnnxProto.Graph graph = parse(bytes);
    if (graph.getNodeCount() == 0 && graph.getInitializerCount() == 0) {
      throw new InvalidInputException(
          Problem.of(ModelCodes.ONNX_EMPTY, "the model's graph is empty")
              .at(source)
              .expected("nodes or initialisers", "none"));
    }
    if (graph.getSparseInitializerCount() > 0) {
      problems.add(
          Problem.of(ModelCodes.ONNX_UNSUPPORTED, "sparse initialisers are not read")
              .remedy("export the model with dense initialisers"));
    }
    Map<String, OnnxTensor> initializers = initializers(graph.getInitializerList());
    checkOrder(graph);
    List<OnnxNode> nodes = graph.getNodeList().stream().map(this::node).toList();
    List<String> inputs =
        graph.getInputList()
            .stream()
            .map(OnnxProto.ValueInfo::getName)
            .filter(name -> !initializers.containsKey(name))
            .toList();
    List<String> outputs =
        graph.getOutputList().stream().map(OnnxProto.ValueInfo::getName).toList();
    problems.throwIfAny(InvalidInputException::new);
    return new OnnxModel(source, nodes, initializers, inputs, outputs);
  }

  private OnnxProto.Graph parse(ByteString bytes) {
    CodedInputStream input = bytes.newCodedInput();
    // Tensors of large models would otherwise be copied once more.
    input.enableAliasing(true);
    try {
      return DiscardUnknownFieldsParser.wrap(OnnxProto.Graph.parser()).parseFrom(input);
    } catch (InvalidProtocolBufferException e) {
      throw GraphField.malformed(source, e);
    }
  }

  private Map<String, OnnxTensor> initializers(List<OnnxProto.Tensor> found) {
    Map<String, OnnxTensor> byName = new LinkedHashMap<>();
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < found.size(); i++) {
      OnnxProto.Tensor tensor = found.get(i);
      String name = tensor.getName();
      if (name.isEmpty()) {
        problems.add(Problem.of(ModelCodes.ONNX_MALFORMED, "initialiser " + i + " has no name"));
      } else if (!seen.add(name)) {
        problems.add(
            Problem.of(ModelCodes.ONNX_DUPLICATE, "two initialisers are named '" + name + "'"));
      } else {
        OnnxTensor decoded = tensors.decode(tensor, "initialiser '" + name + "'");
        if (decoded != null) {
          byName.put(name, decoded);
        }
      }
      if (tooMany()) {
        break;
      }
    }
    return byName;
  }

  /** ONNX requires that a value is made once, and before it is read; whoever walks the graph relies on it. */
  private void checkOrder(OnnxProto.Graph graph) {
    Set<String> known = new HashSet<>();
    graph.getInputList().forEach(input -> known.add(input.getName()));
    graph.getInitializerList().forEach(initializer -> known.add(initializer.getName()));
    Set<String> made = new HashSet<>();
    for (OnnxProto.Node node : graph.getNodeList()) {
      for (String input : node.getInputList()) {
        if (!input.isEmpty() && !known.contains(input) && !made.contains(input)) {
          problems.add(
              Problem.of(
                  ModelCodes.ONNX_MALFORMED,
                  "node '" + node.getName() + "' reads '" + input
                      + "', which nothing before it makes"));
        }
      }
      for (String output : node.getOutputList()) {
        if (!output.isEmpty() && (known.contains(output) || !made.add(output))) {
          problems.add(
              Problem.of(ModelCodes.ONNX_DUPLICATE,
                  "node '" + node.getName() + "' makes '" + output + "' once more"));
        }
      }
      if (tooMany()) {
        break;
      }
    }
  }

  private boolean tooMany() {
    return problems.list().size() >= MOST_PROBLEMS;
  }

  private OnnxNode node(OnnxProto.Node node) {
    Map<String, OnnxAttribute> attributes = new HashMap<>();
    for (OnnxProto.Attribute attribute : node.getAttributeList()) {
      String place = "attribute '" + attribute.getName() + "' of node '" + node.getName() + "'";
      OnnxAttribute value = attribute(attribute, place);
      if (attributes.put(attribute.getName(), value) != null) {
        problems.add(Problem.of(ModelCodes.ONNX_DUPLICATE, place + " is there twice"));
      }
    }
    String domain = node.getDomain();
    String operator = domain.isEmpty() || domain.equals("ai.onnx")
        ? node.getOpType()
        : domain + "/" + node.getOpType();
    return new OnnxNode(node.getName(), operator, node.getInputList(), node.getOutputList(),
        attributes);
  }

  private OnnxAttribute attribute(OnnxProto.Attribute attribute, String place) {
    return switch (attribute.getType()) {
      case FLOAT -> new OnnxAttribute.Real(attribute.getF());
      case INT -> new OnnxAttribute.Int(attribute.getI());
      case STRING -> new OnnxAttribute.Text(attribute.getS().toStringUtf8());
      case INTS -> new OnnxAttribute.Ints(attribute.getIntsList());
      case TENSOR -> {
        OnnxTensor tensor = tensors.decode(attribute.getT(), place);
        yield tensor == null
            ? new OnnxAttribute.Unread(TENSOR)
            : new OnnxAttribute.Constant(tensor);
      }
      default -> new OnnxAttribute.Unread(attribute.getType());
    };
  }
}
