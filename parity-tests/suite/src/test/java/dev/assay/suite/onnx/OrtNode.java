package dev.assay.suite.onnx;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import dev.assay.models.onnx.OnnxAttribute;
import dev.assay.models.onnx.OnnxNode;
import dev.assay.models.onnx.proto.OnnxProto;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.op.Shape;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Computes a single node with ONNX Runtime, in a model of its own that is made here. */
final class OrtNode {
  private OrtNode() {}

  /**
   * The outputs that the node makes, in order.
   *
   * @param types the element type of each of them, which the model has to state
   */
  static List<NodeSpec.Value> run(NodeSpec spec, List<DType> types) throws OrtException {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    Map<String, OnnxTensor> inputs = new LinkedHashMap<>();
    try (OrtSession session = environment.createSession(model(spec, types))) {
      for (int i = 0; i < spec.inputs().size(); i++) {
        NodeSpec.Value input = spec.inputs().get(i);
        if (input.elements() != null) {
          inputs.put("x" + i, OnnxTensor.createTensor(environment, bytes(input.elements()),
              input.shape().sizes(), javaType(input.elements().dtype())));
        }
      }
      List<NodeSpec.Value> outputs = new ArrayList<>();
      try (OrtSession.Result result = session.run(inputs)) {
        for (int i = 0; i < types.size(); i++) {
          OnnxTensor output = (OnnxTensor) result.get(i);
          ByteBuffer buffer = output.getByteBuffer();
          byte[] copy = new byte[buffer.remaining()];
          buffer.get(copy);
          outputs.add(new NodeSpec.Value(
              Elements.over(types.get(i), MemorySegment.ofArray(copy)),
              Shape.of(output.getInfo().getShape())));
        }
      }
      return outputs;
    } finally {
      inputs.values().forEach(OnnxTensor::close);
    }
  }

  private static ByteBuffer bytes(Elements elements) {
    byte[] bytes = elements.memory().toArray(ValueLayout.JAVA_BYTE);
    ByteBuffer buffer = ByteBuffer.allocateDirect(bytes.length).order(ByteOrder.nativeOrder());
    return buffer.put(bytes).flip();
  }

  private static OnnxJavaType javaType(DType dtype) {
    return switch (dtype) {
      case F32 -> OnnxJavaType.FLOAT;
      case F16 -> OnnxJavaType.FLOAT16;
      case BF16 -> OnnxJavaType.BFLOAT16;
      case I8 -> OnnxJavaType.INT8;
      case I16 -> OnnxJavaType.INT16;
      case I32 -> OnnxJavaType.INT32;
      case I64 -> OnnxJavaType.INT64;
      case U8 -> OnnxJavaType.UINT8;
      case BOOL -> OnnxJavaType.BOOL;
      case U16, U32, U64 -> throw new IllegalArgumentException("no Java type for " + dtype);
    };
  }

  private static int number(DType dtype) {
    return switch (dtype) {
      case F32 -> 1;
      case U8 -> 2;
      case I8 -> 3;
      case U16 -> 4;
      case I16 -> 5;
      case I32 -> 6;
      case I64 -> 7;
      case BOOL -> 9;
      case F16 -> 10;
      case U32 -> 12;
      case U64 -> 13;
      case BF16 -> 16;
    };
  }

  /** ModelProto: ir_version 1, graph 7, opset_import 8 with domain 1 and version 2. */
  private static byte[] model(NodeSpec spec, List<DType> types) {
    OnnxNode node = spec.node();
    OnnxProto.Node.Builder made = OnnxProto.Node.newBuilder()
        .setOpType(node.operator())
        .addAllInput(node.inputs())
        .addAllOutput(node.outputs());
    node.attributes().forEach((name, value) -> made.addAttribute(attribute(name, value)));
    OnnxProto.Graph.Builder graph = OnnxProto.Graph.newBuilder().addNode(made);
    for (int i = 0; i < spec.inputs().size(); i++) {
      NodeSpec.Value input = spec.inputs().get(i);
      if (input.elements() != null) {
        graph.addInput(value("x" + i, input.elements().dtype()));
      }
    }
    int next = 0;
    for (String output : node.outputs()) {
      if (!output.isEmpty()) {
        graph.addOutput(value(output, types.get(next++)));
      }
    }
    graph.setUnknownFields(UnknownFieldSet.newBuilder().addField(2, text("node")).build());
    UnknownFieldSet opset = UnknownFieldSet.newBuilder()
        .addField(1, text(""))
        .addField(2, number((long) spec.opset()))
        .build();
    return UnknownFieldSet.newBuilder()
        .addField(1, number(10L))
        .addField(7, bytes(graph.build().toByteString()))
        .addField(8, bytes(opset.toByteString()))
        .build()
        .toByteArray();
  }

  private static OnnxProto.Attribute attribute(String name, OnnxAttribute value) {
    OnnxProto.Attribute.Builder attribute = OnnxProto.Attribute.newBuilder().setName(name);
    switch (value) {
      case OnnxAttribute.Int integer -> attribute.setType(2).setI(integer.value());
      case OnnxAttribute.Ints list -> attribute.setType(7).addAllInts(list.values());
      case OnnxAttribute.Real real -> attribute.setType(1).setF(real.value());
      case OnnxAttribute.Text text ->
          attribute.setType(3).setS(ByteString.copyFromUtf8(text.value()));
      case OnnxAttribute.Constant tensor -> throw new IllegalArgumentException("a tensor");
      case OnnxAttribute.Unread unread -> throw new IllegalArgumentException("unread");
    }
    return attribute.build();
  }

  /** ValueInfoProto: type 2 with tensor_type 1 with elem_type 1. */
  private static OnnxProto.ValueInfo value(String name, DType dtype) {
    UnknownFieldSet tensor =
        UnknownFieldSet.newBuilder().addField(1, number((long) number(dtype))).build();
    UnknownFieldSet type =
        UnknownFieldSet.newBuilder().addField(1, bytes(tensor.toByteString())).build();
    return OnnxProto.ValueInfo.newBuilder()
        .setName(name)
        .setUnknownFields(
            UnknownFieldSet.newBuilder().addField(2, bytes(type.toByteString())).build())
        .build();
  }

  private static UnknownFieldSet.Field number(long value) {
    return UnknownFieldSet.Field.newBuilder().addVarint(value).build();
  }

  private static UnknownFieldSet.Field bytes(ByteString value) {
    return UnknownFieldSet.Field.newBuilder().addLengthDelimited(value).build();
  }

  private static UnknownFieldSet.Field text(String value) {
    return bytes(ByteString.copyFromUtf8(value));
  }
}
