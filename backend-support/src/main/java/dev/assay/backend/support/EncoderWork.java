package dev.assay.backend.support;

import dev.assay.spi.backend.BufferView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an encoder needs and collects: what its submission keeps busy, and room to work in. It belongs to one encoder, then
 * to its submission, and when that has let go, or the encoder was closed, to the queue, which gives it to the next
 * encoder: so a submission makes none of it anew. Whoever gives it away must not touch it again.
 */
final class EncoderWork {
  final HazardTracker hazards = new HazardTracker();
  final ConstantScratch scratch = new ConstantScratch();
  final BufferUses uses = new BufferUses();
  final WorkEvents.Encode encodeEvent = new WorkEvents.Encode();
  final WorkEvents.InFlight inFlightEvent = new WorkEvents.InFlight();
  private final List<SegmentCopy> copies = new ArrayList<>();
  private final List<SupportPipeline> pipelines = new ArrayList<>();
  private @Nullable BufferView[] views = new BufferView[0];

  /** Room for the views of a dispatch, with whatever was left there. */
  @Nullable
  BufferView[] views(int parameters) {
    if (views.length < parameters) {
      views = new BufferView[parameters];
    }
    return views;
  }

  /** Keeps this copy of a segment busy; it was begun by the caller. */
  void add(SegmentCopy copy) {
    copies.add(copy);
  }

  /** Keeps this pipeline; false where it was dropped already. */
  boolean use(SupportPipeline pipeline) {
    if (pipeline.isCountedBy(uses.id())) {
      return true;
    }
    boolean used = isUsed(pipeline) || (pipeline.beginUse() && pipelines.add(pipeline));
    if (used) {
      pipeline.countedBy(uses.id());
    }
    return used;
  }

  private boolean isUsed(SupportPipeline pipeline) {
    for (int i = 0; i < pipelines.size(); i++) {
      if (pipelines.get(i) == pipeline) {
        return true;
      }
    }
    return false;
  }

  /** The kernels, for messages. */
  String describePipelines() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < pipelines.size(); i++) {
      text.append(i == 0 ? " of " : ", ").append(pipelines.get(i));
    }
    return text.toString();
  }

  /** Copies of segments may be written again. */
  void leaveCopies() {
    for (int i = 0; i < copies.size(); i++) {
      copies.get(i).leave();
    }
  }

  /** Lets go of copies and pipelines. */
  void endUses() {
    for (int i = 0; i < copies.size(); i++) {
      copies.get(i).end();
    }
    for (int i = 0; i < pipelines.size(); i++) {
      pipelines.get(i).endUse();
    }
  }

  /** As good as new, for another encoder. */
  void clear() {
    hazards.reset();
    uses.clear();
    copies.clear();
    pipelines.clear();
    // A view keeps its buffer from being collected.
    Arrays.fill(views, null);
  }
}
