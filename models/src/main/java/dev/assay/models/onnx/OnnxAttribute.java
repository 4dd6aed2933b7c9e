package dev.assay.models.onnx;

import java.util.List;
import org.apiguardian.api.API;

/** The value of a node's attribute. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public sealed interface OnnxAttribute {
  /** One integer. */
  record Int(long value) implements OnnxAttribute {}

  /** Several integers. */
  record Ints(List<Long> values) implements OnnxAttribute {
    /** Copies the list. */
    public Ints {
      values = List.copyOf(values);
    }
  }

  /** One number. */
  record Real(float value) implements OnnxAttribute {}

  /** A text. */
  record Text(String value) implements OnnxAttribute {}

  /** A tensor. */
  record Constant(OnnxTensor value) implements OnnxAttribute {}

  /**
   * A kind of value that is not read (graphs, lists of texts and of floating-point numbers).
   *
   * @param type the number of the kind in ONNX's schema
   */
  record Unread(int type) implements OnnxAttribute {}
}
