package dev.assay.msl.exec;

import java.time.Duration;
import java.util.List;

/**
 * One run of a kernel over a grid.
 *
 * @param buffers what is bound, each index at most once
 * @param threadgroupLengths bytes of threadgroup arguments by index
 * @param order order of a group's threads: 0 forward, 1 reverse, any other value a seed
 * @param timeLimit after which a checked build stops; a fast one cannot be stopped
 */
public record RunRequest(
    Geometry geometry,
    List<BoundBuffer> buffers,
    List<Long> threadgroupLengths,
    int order,
    Duration timeLimit) {
  public RunRequest {
    buffers = List.copyOf(buffers);
    threadgroupLengths = List.copyOf(threadgroupLengths);
  }
}
