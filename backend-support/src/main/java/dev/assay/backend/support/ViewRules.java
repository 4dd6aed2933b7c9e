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
 * What must hold for the views of a dispatch, for baked ones at bake and for all of them at each dispatch: owner,
 * lifetime, element type, length, alignment, and no overlap but the declared ones. Asked without a list for problems it answers at
 * the first that is wrong and allocates nothing, so the hot path and the message come from the same rules.
 */
final class ViewRules {
  private final SupportPipeline pipeline;
  private final Parameter.@Nullable Buffer[] parameters;
  private final long[] touched;
  private final int[] alignments;
  private final boolean[][] mayAlias;

  /** Rules for these lengths in elements and these alignments in bytes, powers of two, by parameter. */
  ViewRules(SupportPipeline pipeline, long[] touched, int[] alignments, boolean[][] mayAlias) {
    List<Parameter> declared = pipeline.declaration().parameters();
    this.pipeline = pipeline;
    this.parameters = new Parameter.Buffer[declared.size()];
    for (int i = 0; i < parameters.length; i++) {
      if (declared.get(i) instanceof Parameter.Buffer buffer) {
        parameters[i] = buffer;
      }
    }
    this.touched = touched;
    this.alignments = alignments;
    this.mayAlias = mayAlias;
  }

  /** The elements from the view's start that the dispatch may touch. */
  long touched(int parameter) {
    return touched[parameter];
  }

  /** The bytes from the view's start that the dispatch may touch. */
  long touchedBytes(int parameter, BufferView view) {
    return touched[parameter] * view.dtype().sizeBytes();
  }

  /** What the start of a view is a multiple of, in bytes. */
  int alignment(int parameter) {
    return alignments[parameter];
  }

  /** Whether the dispatch writes through this parameter. */
  boolean writes(int parameter) {
    Parameter.Buffer buffer = parameters[parameter];
    return buffer != null && buffer.access().writes();
  }

  /** Whether all rules hold for these views, of which null ones are not judged; reports what is wrong where asked to. */
  boolean hold(@Nullable BufferView[] views, @Nullable Problems problems) {
    boolean right = true;
    for (int i = 0; i < views.length; i++) {
      BufferView view = views[i];
      Parameter.Buffer parameter = parameters[i];
      if (view == null || parameter == null) {
        continue;
      }
      right &= holdOne(i, parameter, view, problems);
      for (int j = 0; j < i; j++) {
        BufferView other = views[j];
        if (other != null && (writes(i) || writes(j))) {
          right &= holdPair(i, view, j, other, problems);
        }
      }
      if (!right && problems == null) {
        return false;
      }
    }
    return right;
  }

  private boolean holdOne(int index, Parameter.Buffer parameter, BufferView view,
      @Nullable Problems problems) {
    DType type = parameter.type(pipeline.key().dtype());
    boolean mine = view.buffer().owner().equals(pipeline.backend());
    boolean open = !view.buffer().isClosed();
    boolean aligned = (view.offsetBytes() & (alignments[index] - 1)) == 0;
    if (mine && open && aligned && view.dtype() == type && view.count() >= touched[index]) {
      return true;
    }
    if (problems == null) {
      return false;
    }
    if (!mine) {
      problems.add(Problem
          .of(Codes.BIND_FOREIGN,
              "parameter '" + parameter.name() + "' is bound to a buffer of another device")
          .expected("a buffer of this " + pipeline.backend().id(),
              "'" + view.buffer().label() + "' of another " + view.buffer().owner().id()));
    }
    if (!open) {
      problems
          .add(Problem.of(Codes.CLOSED, "parameter '" + parameter.name() + "' is bound to buffer '"
              + view.buffer().label() + "', which is closed"));
    }
    if (!aligned) {
      problems.add(Problem
          .of(Codes.BUFFER_RANGE,
              "the view of parameter '" + parameter.name() + "' is not aligned for "
                  + pipeline.key())
          .expected("an offset that is a multiple of " + alignments[index], view.toString())
          .remedy("copy it to an aligned place, or use an implementation that asks for less"));
    }
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
    return false;
  }

  private boolean holdPair(int a, BufferView first, int b, BufferView second,
      @Nullable Problems problems) {
    long firstBytes = touchedBytes(a, first);
    long secondBytes = touchedBytes(b, second);
    if (!first.buffer().equals(second.buffer()) || firstBytes == 0 || secondBytes == 0
        || first.offsetBytes() >= second.offsetBytes() + secondBytes
        || second.offsetBytes() >= first.offsetBytes() + firstBytes) {
      return true;
    }
    boolean same = first.offsetBytes() == second.offsetBytes() && firstBytes == secondBytes;
    if (same && mayAlias[a][b]) {
      return true;
    }
    if (problems != null) {
      Parameter one = pipeline.declaration().parameters().get(b);
      Parameter other = pipeline.declaration().parameters().get(a);
      problems.add(Problem
          .of(Codes.BIND_ALIAS,
              "parameters '" + one.name() + "' and '" + other.name()
                  + "' overlap, and one is written")
          .expected(
              mayAlias[a][b] ? "exactly the same view, or none in common" : "no byte in common",
              second + " and " + first)
          .remedy("write into another buffer, or copy one input first"));
    }
    return false;
  }
}
