package dev.assay.backend.metal.host;

import dev.assay.msl.MslBuild;
import dev.assay.msl.MslCodes;
import dev.assay.msl.exec.BoundBuffer;
import dev.assay.msl.exec.RunRequest;
import dev.assay.spi.error.DeviceException;
import dev.assay.spi.error.Problem;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Runs dispatches, in an order that their barriers allow. Belongs to one queue's thread. */
final class DispatchRunner {
  private static final Duration TIME_LIMIT = Duration.ofMinutes(1);

  private final HostCompiler compiler;
  private final ExecutionOrder order;
  private int stages;

  DispatchRunner(HostCompiler compiler, ExecutionOrder order) {
    this.compiler = compiler;
    this.order = order;
  }

  /** A dispatch that failed, by its label, and why. */
  record Failure(@Nullable String label, Throwable cause) {}

  /** Runs all of them, or up to the first that fails. */
  @Nullable
  Failure run(List<Stage> work) {
    for (Stage stage : work) {
      for (Encoded dispatch : order.of(stage, stages++)) {
        try {
          run(dispatch);
        } catch (Throwable cause) {
          return new Failure(dispatch.label(), cause);
        }
      }
    }
    return null;
  }

  private void run(Encoded encoded) {
    switch (encoded) {
      case Dispatch dispatch -> run(dispatch);
      case RoutineCall call -> {
        call.run();
        requireWholeMargins(call);
      }
    }
  }

  private void run(Dispatch dispatch) {
    if (compiler.build() == MslBuild.FAST) {
      run(dispatch, dispatch.bound());
      requireWholeMargins(dispatch);
      return;
    }
    try (SeparateViews separate = new SeparateViews(dispatch.bound())) {
      run(dispatch, separate.views());
      separate.finish();
    }
  }

  private void run(Dispatch dispatch, List<BoundBuffer> bound) {
    HostPipeline.Code code = dispatch.pipeline().code();
    compiler.runner()
        .run(code.compiled(), code.loaded(),
            new RunRequest(dispatch.geometry(), bound, dispatch.threadgroupLengths(),
                order.threads(), TIME_LIMIT),
            code.lines());
  }

  private static void requireWholeMargins(Encoded dispatch) {
    for (HostBuffer buffer : dispatch.buffers()) {
      long overrun = buffer.overrun();
      if (overrun != 0) {
        buffer.restoreMargins();
        throw new DeviceException(Problem
            .of(MslCodes.OUT_OF_BOUNDS_WRITE,
                dispatch.what() + " wrote outside of " + names(dispatch, buffer))
            .expected("writes within the " + buffer.length() + " bytes of its buffer",
                "one to byte " + overrun)
            .remedy("Run the checked build: it names parameter, thread and line."));
      }
    }
  }

  /** The parameters that the buffer is bound to, of them those that may write. */
  private static String names(Encoded dispatch, HostBuffer buffer) {
    List<BoundBuffer> bound =
        dispatch.bound().stream().filter(each -> buffer.holds(each.memory())).toList();
    List<BoundBuffer> written = bound.stream().filter(each -> each.access().writes()).toList();
    return (written.isEmpty() ? bound : written).stream()
        .map(dispatch::name)
        .collect(Collectors.joining(" or "));
  }
}
