package dev.assay.backend.metal.host;

import dev.assay.msl.exec.BoundBuffer;
import dev.assay.msl.exec.Geometry;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problems;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A dispatch that was judged, with all that it needs to run. Immutable. */
final class Dispatch implements Encoded {
  private final @Nullable String label;
  private final HostPipeline pipeline;
  private final Geometry geometry;
  private final List<BoundBuffer> bound;
  private final List<HostBuffer> buffers;
  private final List<Long> threadgroupLengths;

  private Dispatch(@Nullable String label, HostPipeline pipeline, Geometry geometry,
      List<BoundBuffer> bound, List<HostBuffer> buffers, List<Long> threadgroupLengths) {
    this.label = label;
    this.pipeline = pipeline;
    this.geometry = geometry;
    this.bound = bound;
    this.buffers = buffers;
    this.threadgroupLengths = threadgroupLengths;
  }

  /**
   * Judges a dispatch by itself and takes down what is bound.
   *
   * @throws InvalidCallException naming every rule that it breaks
   */
  static Dispatch of(HostPipeline pipeline, Bindings bindings, Grid grid, @Nullable String label,
      Place place) {
    Problems problems = new Problems(place::describe);
    BindingRules.judge(pipeline.signature(), bindings, problems);
    BindingRules.judgeThreadgroup(pipeline, bindings, problems);
    GridRules.judge(pipeline, grid, problems);
    problems.throwIfAny(InvalidCallException::new);
    return new Dispatch(label, pipeline, GridRules.geometry(grid),
        bound(pipeline.signature(), bindings), buffers(pipeline.signature(), bindings),
        threadgroupLengths(pipeline.signature(), bindings));
  }

  private static List<BoundBuffer> bound(KernelSignature signature, Bindings bindings) {
    List<BoundBuffer> bound = new ArrayList<>(Integer.bitCount(signature.bufferMask()));
    for (int rest = signature.bufferMask(); rest != 0; rest &= rest - 1) {
      int index = Integer.numberOfTrailingZeros(rest);
      KernelSignature.Parameter parameter = signature.buffer(index);
      if (parameter != null) {
        bound.add(new BoundBuffer(index, parameter.name(), bindings.memory(index),
            bindings.access(index)));
      }
    }
    return bound;
  }

  private static List<HostBuffer> buffers(KernelSignature signature, Bindings bindings) {
    List<HostBuffer> buffers = new ArrayList<>(Integer.bitCount(signature.bufferMask()));
    for (int rest = signature.bufferMask(); rest != 0; rest &= rest - 1) {
      HostBuffer buffer = bindings.buffer(Integer.numberOfTrailingZeros(rest));
      if (buffer != null) {
        buffers.add(buffer);
      }
    }
    return buffers;
  }

  private static List<Long> threadgroupLengths(KernelSignature signature, Bindings bindings) {
    int mask = signature.threadgroupMask();
    if (mask == 0) {
      return List.of();
    }
    List<Long> lengths = new ArrayList<>();
    for (int index = 0; mask >>> index != 0; index++) {
      lengths.add((mask & 1 << index) == 0 ? 0L : bindings.threadgroupLength(index));
    }
    return lengths;
  }

  @Override
  public @Nullable String label() {
    return label;
  }

  @Override
  public String what() {
    return "kernel '" + pipeline.kernel() + "'";
  }

  HostPipeline pipeline() {
    return pipeline;
  }

  Geometry geometry() {
    return geometry;
  }

  @Override
  public List<BoundBuffer> bound() {
    return bound;
  }

  @Override
  public List<HostBuffer> buffers() {
    return buffers;
  }

  /** Lengths of threadgroup arguments by index. */
  List<Long> threadgroupLengths() {
    return threadgroupLengths;
  }
}
