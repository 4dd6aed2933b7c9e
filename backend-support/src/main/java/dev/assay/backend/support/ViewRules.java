package dev.assay.backend.support;

import dev.assay.spi.backend.BufferView;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.kernel.Parameter;
import org.jspecify.annotations.Nullable;

/**
 * What must hold for the views of a dispatch, for baked ones at bake and for all of them at each dispatch: owner,
 * lifetime, element type, length, alignment, and no overlap but the declared ones. The hot path ends at the first that is
 * wrong and allocates nothing; the message comes from the same rules.
 */
final class ViewRules {
  private final SupportPipeline pipeline;
  private final Signature signature;
  private final ParameterForm form;
  private final int[] buffers;
  private final long[] touched;
  private final long[] touchedBytes;
  private final boolean[] inPlace;
  private final boolean[] writes;
  // Of each place a view that was found to fit there. All but whether its buffer is open follows from what never changes,
  // so whichever thread stored it, it fits still.
  private final @Nullable BufferView[] fitting;

  /**
   * Rules for one record.
   *
   * @param touched the elements from each view's start that the dispatch may touch, by place
   * @param inPlace which of the signature's pairs may be the same view
   */
  ViewRules(SupportPipeline pipeline, long[] touched, boolean[] inPlace) {
    this.pipeline = pipeline;
    this.signature = pipeline.signature();
    this.form = pipeline.baking().form();
    this.buffers = signature.buffers();
    this.touched = touched;
    this.touchedBytes = new long[touched.length];
    this.writes = new boolean[touched.length];
    this.fitting = new BufferView[touched.length];
    for (int place : signature.buffers()) {
      touchedBytes[place] = touched[place] * signature.type(place).sizeBytes();
      writes[place] = signature.writes(place);
    }
    this.inPlace = inPlace;
  }

  Signature signature() {
    return signature;
  }

  /** The elements from the view's start that the dispatch may touch. */
  long touched(int place) {
    return touched[place];
  }

  /** The bytes from the view's start that the dispatch may touch. */
  long touchedBytes(int place) {
    return touchedBytes[place];
  }

  /** What the start of a view is a multiple of, in bytes. */
  int alignment(int place) {
    return form.alignment(place);
  }

  /** Whether the dispatch writes through this parameter. */
  boolean writes(int place) {
    return writes[place];
  }

  /** Whether all rules hold for these views, of which null ones are not judged. */
  boolean hold(@Nullable BufferView[] views) {
    long seen = 0;
    for (int place : buffers) {
      BufferView view = views[place];
      if (view == null) {
        continue;
      }
      if (!isFitting(place, view)) {
        return false;
      }
      long bits = ((SupportBuffer) view.buffer()).bits();
      // Without a bit in common none of those before is of the same buffer.
      if ((seen & bits) != 0 && collides(place, view, views)) {
        return false;
      }
      seen |= bits;
    }
    return true;
  }

  private boolean collides(int place, BufferView view, @Nullable BufferView[] views) {
    for (int other : signature.rivals(place)) {
      BufferView theirs = views[other];
      if (theirs != null && collide(place, view, other, theirs)) {
        return true;
      }
    }
    return false;
  }

  /** Reports everything that is wrong with these views, of which null ones are not judged. */
  void judge(@Nullable BufferView[] views, Problems problems) {
    for (int place : buffers) {
      BufferView view = views[place];
      if (view == null) {
        continue;
      }
      if (!isFitting(place, view)) {
        report(place, view, problems);
      }
      for (int other : signature.rivals(place)) {
        BufferView theirs = views[other];
        if (theirs != null && collide(place, view, other, theirs)) {
          report(place, view, other, theirs, problems);
        }
      }
    }
  }

  /** Whether all of these are still open, of which the other rules held at bake: those judge what never changes. */
  boolean areOpen(@Nullable BufferView[] views) {
    for (int place : buffers) {
      BufferView view = views[place];
      if (view != null && view.buffer().isClosed()) {
        return false;
      }
    }
    return true;
  }

  private boolean isMine(BufferView view) {
    return view.buffer() instanceof SupportBuffer buffer && buffer.owner() == pipeline.backend();
  }

  @SuppressWarnings("ReferenceEquality") // one that only equals it is looked at anew
  private boolean isFitting(int place, BufferView view) {
    if (fitting[place] != view) {
      if (!fits(place, view)) {
        return false;
      }
      fitting[place] = view;
    }
    return !((SupportBuffer) view.buffer()).isClosed();
  }

  private boolean fits(int place, BufferView view) {
    return isMine(view) && view.dtype() == signature.type(place)
        && view.count() >= touched[place] && isAligned(place, view);
  }

  private boolean isAligned(int place, BufferView view) {
    return (view.offsetBytes() & (form.alignment(place) - 1)) == 0;
  }

  private void report(int place, BufferView view, Problems problems) {
    Parameter.Buffer parameter = (Parameter.Buffer) signature.parameter(place);
    if (!isMine(view)) {
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
    if (!isAligned(place, view)) {
      problems.add(Problem
          .of(Codes.BUFFER_RANGE,
              "the view of parameter '" + parameter.name() + "' is not aligned for " + pipeline)
          .expected("an offset that is a multiple of " + form.alignment(place), view.toString())
          .remedy("copy it to an aligned place, or use an implementation that asks for less"));
    }
    if (view.dtype() != signature.type(place)) {
      problems.add(Problem
          .of(Codes.BIND_TYPE,
              "parameter '" + parameter.name() + "' is bound to another element type")
          .expected(signature.type(place).toString(), view.toString()));
    } else if (view.count() < touched[place]) {
      problems.add(Problem
          .of(Codes.BIND_LENGTH, "the view of parameter '" + parameter.name() + "' is too short")
          .expected("at least " + touched[place] + " elements = " + parameter.elements(),
              view.toString()));
    }
  }

  /** Whether two views, one of them written, share bytes in a way that was not declared. */
  private boolean collide(int place, BufferView view, int other, BufferView theirs) {
    if (!view.buffer().equals(theirs.buffer())) {
      return false;
    }
    long bytes = touchedBytes[place];
    long theirBytes = touchedBytes[other];
    if (bytes == 0 || theirBytes == 0
        || view.offsetBytes() >= theirs.offsetBytes() + theirBytes
        || theirs.offsetBytes() >= view.offsetBytes() + bytes) {
      return false;
    }
    boolean same = view.offsetBytes() == theirs.offsetBytes() && bytes == theirBytes;
    return !same || !mayBeSame(place, other);
  }

  private boolean mayBeSame(int place, int other) {
    for (int i = 0; i < inPlace.length; i++) {
      if (inPlace[i] && signature.isInPlace(i, place, other)) {
        return true;
      }
    }
    return false;
  }

  private void report(int place, BufferView view, int other, BufferView theirs,
      Problems problems) {
    problems.add(Problem
        .of(Codes.BIND_ALIAS,
            "parameters '" + signature.parameter(other).name() + "' and '"
                + signature.parameter(place).name() + "' overlap, and one is written")
        .expected(
            mayBeSame(place, other)
                ? "exactly the same view, or none in common"
                : "no byte in common",
            theirs + " and " + view)
        .remedy("write into another buffer, or copy one input first"));
  }
}
