package dev.assay.models.onnx.operator;

import dev.assay.models.ModelCodes;
import dev.assay.models.onnx.OnnxAttribute;
import dev.assay.models.onnx.OnnxNode;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Reads the attributes of one node; one of another type than asked for is {@code onnx.node}. Immutable. */
final class Attributes {
  private final OnnxNode node;

  Attributes(OnnxNode node) {
    this.node = node;
  }

  OptionalLong integer(String name) {
    return switch (node.attributes().get(name)) {
      case null -> OptionalLong.empty();
      case OnnxAttribute.Int integer -> OptionalLong.of(integer.value());
      case OnnxAttribute other -> throw wrong(name, "an integer", other);
    };
  }

  long integer(String name, long otherwise) {
    return integer(name).orElse(otherwise);
  }

  /** An integer that has to be there. */
  long requiredInteger(String name) {
    return integer(name).orElseThrow(() -> new InvalidInputException(
        Problem.of(ModelCodes.ONNX_NODE, "attribute '" + name + "' is missing")
            .at(NodeCall.place(node))));
  }

  /** An integer that stands for no (0) or yes (1). */
  boolean flag(String name, boolean otherwise) {
    long value = integer(name, otherwise ? 1 : 0);
    if (value != 0 && value != 1) {
      throw new InvalidInputException(
          Problem.of(ModelCodes.ONNX_NODE, "attribute '" + name + "' is neither yes nor no")
              .at(NodeCall.place(node))
              .expected("0 or 1", Long.toString(value)));
    }
    return value == 1;
  }

  OptionalDouble real(String name) {
    return switch (node.attributes().get(name)) {
      case null -> OptionalDouble.empty();
      case OnnxAttribute.Real real -> OptionalDouble.of(real.value());
      case OnnxAttribute other -> throw wrong(name, "a floating-point number", other);
    };
  }

  double real(String name, double otherwise) {
    return real(name).orElse(otherwise);
  }

  String text(String name, String otherwise) {
    return switch (node.attributes().get(name)) {
      case null -> otherwise;
      case OnnxAttribute.Text text -> text.value();
      case OnnxAttribute other -> throw wrong(name, "a text", other);
    };
  }

  /** A list of integers, or null where there is none. */
  long @Nullable [] integers(String name) {
    return switch (node.attributes().get(name)) {
      case null -> null;
      case OnnxAttribute.Ints list -> list.values().stream().mapToLong(Long::longValue).toArray();
      case OnnxAttribute other -> throw wrong(name, "a list of integers", other);
    };
  }

  private InvalidInputException wrong(String name, String expected, OnnxAttribute found) {
    String kind = switch (found) {
      case OnnxAttribute.Int integer -> "the integer " + integer.value();
      case OnnxAttribute.Ints list -> "the integers " + list.values();
      case OnnxAttribute.Real real -> "the number " + real.value();
      case OnnxAttribute.Text text -> "the text '" + text.value() + "'";
      case OnnxAttribute.Constant tensor -> tensor.value().describe();
      case OnnxAttribute.Unread unread -> "a value of ONNX's kind " + unread.type();
    };
    return new InvalidInputException(
        Problem.of(ModelCodes.ONNX_NODE, "attribute '" + name + "' has another type")
            .at(NodeCall.place(node))
            .expected(expected, kind));
  }
}
