package dev.assay.backend.support;

import dev.assay.spi.backend.BufferView;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.kernel.Parameter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What must hold for the views of a dispatch, for baked ones at bake and for slots at each dispatch: owner, lifetime,
 * element type, length, and no overlap but the declared ones. Allocates nothing while everything is right.
 */
final class ViewRules {
  private final SupportPipeline pipeline;
  private final List<Parameter> parameters;
  private final long[] touched;
  private final boolean[][] mayAlias;

  ViewRules(SupportPipeline pipeline, long[] touched, boolean[][] mayAlias) {
    this.pipeline = pipeline;
    this.parameters = pipeline.declaration().parameters();
    this.touched = touched;
    this.mayAlias = mayAlias;
  }

  /** The bytes from the view's start that the dispatch may touch. */
  long touchedBytes(int parameter, BufferView view) {
    return touched[parameter] * view.dtype().sizeBytes();
  }

  /** Reports everything that is wrong with these views; those that are null are not judged. */
  void check(@Nullable BufferView[] views, Problems problems) {
    for (int i = 0; i < views.length; i++) {
      BufferView view = views[i];
      if (view == null || !(parameters.get(i) instanceof Parameter.Buffer parameter)) {
        continue;
      }
      checkOne(i, parameter, view, problems);
      for (int j = 0; j < i; j++) {
        BufferView other = views[j];
        if (other != null && parameters.get(j) instanceof Parameter.Buffer otherParameter
            && (parameter.access().writes() || otherParameter.access().writes())) {
          checkPair(i, view, j, other, problems);
        }
      }
    }
  }

  private void checkOne(int index, Parameter.Buffer parameter, BufferView view, Problems problems) {
    if (!view.buffer().owner().equals(pipeline.backend())) {
      problems.add(Problem
          .of(Codes.BIND_FOREIGN,
              "parameter '" + parameter.name() + "' is bound to a buffer of another device")
          .expected("a buffer of this " + pipeline.backend().id(),
              "'" + view.buffer().label() + "' of another " + view.buffer().owner().id()));
    }
    if (view.buffer().isClosed()) {
      problems
          .add(Problem.of(Codes.CLOSED, "parameter '" + parameter.name() + "' is bound to buffer '"
              + view.buffer().label() + "', which is closed"));
    }
    DType type = parameter.type(pipeline.key().dtype());
    if (view.dtype() != type) {
      problems.add(Problem
          .of(Codes.BIND_TYPE,
              "parameter '" + parameter.name() + "' is bound to another element type")
          .expected(type.toString(), view.toString()));
    } else if (view.count() < touched[index]) {
      problems.add(Problem
          .of(Codes.BIND_LENGTH, "the view of parameter '" + parameter.name() + "' is too short")
          .expected("at least " + touched[index] + " elements = " + parameter.elements(),
              view.toString()));
    }
  }

  private void checkPair(int a, BufferView first, int b, BufferView second, Problems problems) {
    long firstBytes = touchedBytes(a, first);
    long secondBytes = touchedBytes(b, second);
    boolean disjoint = !first.buffer().equals(second.buffer())
        || firstBytes == 0
        || secondBytes == 0
        || first.offsetBytes() >= second.offsetBytes() + secondBytes
        || second.offsetBytes() >= first.offsetBytes() + firstBytes;
    if (disjoint) {
      return;
    }
    boolean same = first.offsetBytes() == second.offsetBytes() && firstBytes == secondBytes;
    if (!(same && mayAlias[a][b])) {
      problems.add(Problem.of(Codes.BIND_ALIAS,
          "parameters '" + parameters.get(b).name() + "' and '" + parameters.get(a).name()
              + "' overlap, and one is written")
          .expected(
              mayAlias[a][b] ? "exactly the same view, or none in common" : "no byte in common",
              second + " and " + first)
          .remedy("write into another buffer, or copy one input first"));
    }
  }
}
