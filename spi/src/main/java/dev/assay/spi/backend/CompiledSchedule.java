package dev.assay.spi.backend;

import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;

/**
 * A schedule made ready: maximal runs of dispatches that the device replays with one call (segments), in order with
 * everything else. It remembers its buffers and pipelines; running it after one of them is gone or replaced is an error
 * ({@code lifetime.stale}). Executions in flight keep their own copies of what differs.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface CompiledSchedule extends Slotted, AutoCloseable {
  /** What it was compiled from. */
  Schedule schedule();

  /** What became of each step. */
  Explanation explain();

  /** Releases the segments once no execution is in flight; later use is an error. */
  @Override
  void close();

  /**
   * How to compile.
   *
   * @param minimumSegment the shortest run worth a segment, at least 1
   * @param indirect whether segments are made at all
   * @param strict whether a record that must stay direct is an error
   * @param conservative whether every command of a segment waits for the one before
   */
  record Options(int minimumSegment, boolean indirect, boolean strict, boolean conservative) {
    /** Segments of two or more, barriers where ranges conflict. */
    public static final Options DEFAULT = new Options(2, true, false, false);

    /** Everything direct. */
    public static final Options DIRECT = new Options(2, false, false, false);

    /** Everything indirect, or an error that names the first step that is not. */
    public static final Options STRICT = new Options(1, true, true, false);
  }

  /**
   * What became of each step.
   *
   * @param commands dispatches and opaque nodes together
   * @param segments the segments in order
   * @param direct the steps that stay direct
   * @param byKind dispatches per kernel, and opaque nodes
   */
  record Explanation(
      int commands,
      List<Segment> segments,
      List<Direct> direct,
      Map<String, Integer> byKind) {
    /** Copies the collections. */
    public Explanation {
      segments = List.copyOf(segments);
      direct = List.copyOf(direct);
      byKind = Map.copyOf(byKind);
    }
  }

  /**
   * A run of steps that is replayed with one call.
   *
   * @param start the first step, as an index into the schedule's items
   * @param end the step behind the last
   * @param commands the dispatches in it
   * @param bytesOfConstants the size of its constants
   * @param barriers commands that wait for the ones before
   */
  record Segment(int start, int end, int commands, long bytesOfConstants, int barriers) {}

  /**
   * A step that is encoded each time.
   *
   * @param index its place in the schedule
   * @param label its name
   * @param opaque whether it is an opaque node rather than a record
   * @param reason why it is not in a segment
   */
  record Direct(int index, String label, boolean opaque, String reason) {}
}
