package dev.assay.parity.onnx;

import dev.assay.models.onnx.operator.OnnxOperators;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Which outputs of its operator the values of a case are. ONNX's cases list the values of the outputs that a node makes,
 * each with the name that stands at its own position among the node's outputs: behind an output that the node leaves
 * out, names and values are out of step, and the name is empty. Such values are the operator's last outputs: of those in
 * between none can be there without the one that was left out.
 */
final class OutputPositions {
  private OutputPositions() {}

  /** A name for each output of the node, empty for those that are left out. */
  static List<String> of(OnnxCase wanted) {
    List<String> names = new ArrayList<>();
    List<String> last = new ArrayList<>();
    for (int i = 0; i < wanted.outputs().size(); i++) {
      String name = wanted.outputs().get(i).name();
      if (name.isEmpty() || !last.isEmpty()) {
        last.add("unnamed " + i);
      } else {
        names.add(name);
      }
    }
    if (!last.isEmpty()) {
      int most = OnnxOperators.mostOutputs(wanted.operator())
          .orElse(names.size() + last.size());
      names.addAll(Collections.nCopies(Math.max(0, most - names.size() - last.size()), ""));
    }
    names.addAll(last);
    return names;
  }
}
