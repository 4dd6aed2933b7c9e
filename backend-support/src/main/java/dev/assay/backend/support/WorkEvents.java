package dev.assay.backend.support;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** What the flight recorder sees of a backend. Events cost nothing while nobody records. */
final class WorkEvents {
  private static final Commit ANY_COMMIT = new Commit();
  private static final Wait ANY_WAIT = new Wait();

  private WorkEvents() {}

  /** A commit that begins now, null while nobody records: only a good compiler leaves out an object that nobody needs. */
  static @Nullable Commit beginCommit() {
    return ANY_COMMIT.isEnabled() ? begun(new Commit()) : null;
  }

  /** The same for a wait. */
  static @Nullable Wait beginWait() {
    return ANY_WAIT.isEnabled() ? begun(new Wait()) : null;
  }

  private static <T extends Event> T begun(T event) {
    event.begin();
    return event;
  }

  /** Something about a submission. */
  abstract static class OfSubmission extends Event {
    @Label("Submission")
    String submission = "";

    @Label("Queue")
    String queue = "";

    /** Ends it now, and notes it where somebody records. */
    final void note(String submissionLabel, String queueLabel) {
      end();
      if (shouldCommit()) {
        submission = submissionLabel;
        queue = queueLabel;
        commit();
      }
    }
  }

  /** A pipeline was made, by the compiler or from its cache. */
  @Name("dev.assay.Compile")
  @Label("Compile")
  @Category("Assay")
  @Description("A pipeline was made, by the compiler or from its cache")
  @StackTrace(false)
  static final class Compile extends Event {
    @Label("Backend")
    String backend = "";

    @Label("Pipeline")
    String pipeline = "";
  }

  /** The commands of a submission were encoded: from the first to the commit. */
  @Name("dev.assay.Encode")
  @Label("Encode")
  @Category("Assay")
  @Description("The commands of a submission were encoded")
  @StackTrace(false)
  static final class Encode extends OfSubmission {}

  /** A submission was handed to the device, after waiting for room in the queue. */
  @Name("dev.assay.Commit")
  @Label("Commit")
  @Category("Assay")
  @Description("A submission was handed to the device, after waiting for room in the queue")
  @StackTrace(false)
  static final class Commit extends OfSubmission {}

  /** A thread waited for a submission. */
  @Name("dev.assay.Wait")
  @Label("Wait")
  @Category("Assay")
  @Description("A thread waited for a submission")
  @StackTrace(false)
  static final class Wait extends OfSubmission {}

  /** A submission ended: from its commit until the device reported it. */
  @Name("dev.assay.Submission")
  @Label("Submission")
  @Category("Assay")
  @Description("A submission was in flight, from its commit until the device reported its end")
  @StackTrace(false)
  static final class InFlight extends OfSubmission {
    @Label("Device time")
    @Description("As the device measured it; 0 where it measures none")
    @Timespan(Timespan.NANOSECONDS)
    long deviceTime;

    @Label("Failed")
    boolean failed;
  }
}
