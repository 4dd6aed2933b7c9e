package dev.assay.cli;

import com.sun.management.ThreadMXBean;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.backend.Submission;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.KernelName;
import dev.assay.spi.kernel.Parameter;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/** Dispatches one small kernel in every mode, several rounds each, and takes medians. */
final class DispatchBench {
  private static final KernelName KERNEL = KernelName.of("assay:add");
  private static final int WARM_UP = 30;
  private static final int ROUNDS = 51;

  /** One round. */
  private record Round(double encodeNanos, double deviceNanos, double latencyNanos, double bytes) {}

  private final Backend backend;
  private final int count;

  DispatchBench(Backend backend, int count) {
    this.backend = backend;
    this.count = count;
  }

  /** Whether the kernel that is dispatched is installed. */
  static boolean isPossible(KernelCatalog catalog) {
    return catalog.kernels()
        .stream()
        .anyMatch(kernel -> kernel.declaration().name().equals(KERNEL));
  }

  List<BenchAnswer.Result> measure() {
    KernelDeclaration declaration = backend.registry().catalog().declaration(KERNEL, DType.F32);
    KernelCase example = declaration.goldenCases().getFirst().input();
    List<Buffer> buffers = new ArrayList<>();
    Bindings bindings = new Bindings();
    for (Parameter parameter : declaration.parameters()) {
      if (parameter instanceof Parameter.Buffer buffer) {
        Elements content =
            example.inputs().getOrDefault(buffer.name(), Elements.zeros(DType.F32, 4096));
        Buffer memory = backend.allocate(content.memory().byteSize(), buffer.name());
        memory.view(content.dtype()).write(content);
        buffers.add(memory);
        bindings.buffer(buffer.name(), memory.view(content.dtype()));
      }
    }
    for (Map.Entry<String, StructValue> constant : example.constants().entrySet()) {
      bindings.constant(constant.getKey(), constant.getValue());
    }
    Pipeline pipeline =
        backend.registry()
            .pipeline(backend.registry().choose(KERNEL, DType.F32, example.constants()));
    DispatchRecord record = pipeline.bake(bindings, "bench");
    Capture capture = backend.capture("bench");
    for (int i = 0; i < count; i++) {
      capture.dispatch(record);
    }
    try (CommandQueue queue = backend.newQueue("bench");
        CompiledSchedule compiled =
            backend.compile(capture.finish(), CompiledSchedule.Options.DEFAULT)) {
      SlotValues values = compiled.newValues();
      Map<String, Consumer<Encoder>> paths = new LinkedHashMap<>();
      paths.put("direct", encoder -> repeat(() -> encoder.dispatch(pipeline, bindings, "bench")));
      paths.put("baked", encoder -> repeat(() -> encoder.dispatch(record)));
      paths.put("indirect", encoder -> {
        try (CompiledSchedule fresh =
            backend.compile(compiled.schedule(), CompiledSchedule.Options.DEFAULT)) {
          encoder.execute(fresh.newValues());
        }
      });
      paths.put("resubmitted", encoder -> encoder.execute(values));
      return results(queue, paths);
    } finally {
      buffers.forEach(Buffer::close);
    }
  }

  private void repeat(Runnable dispatch) {
    for (int i = 0; i < count; i++) {
      dispatch.run();
    }
  }

  /** By turns, so that whatever else the machine does meets all of them alike. */
  private List<BenchAnswer.Result> results(CommandQueue queue,
      Map<String, Consumer<Encoder>> paths) {
    Map<String, List<Round>> rounds = new LinkedHashMap<>();
    for (int i = 0; i < WARM_UP + ROUNDS; i++) {
      boolean counts = i >= WARM_UP;
      paths.forEach((path, work) -> {
        Round round = round(queue, path, work);
        if (counts) {
          rounds.computeIfAbsent(path, first -> new ArrayList<>()).add(round);
        }
      });
    }
    return rounds.entrySet().stream().map(each -> result(each.getKey(), each.getValue())).toList();
  }

  private BenchAnswer.Result result(String path, List<Round> rounds) {
    return new BenchAnswer.Result(path, median(rounds, Round::encodeNanos) / count,
        median(rounds, Round::deviceNanos) / count, median(rounds, Round::latencyNanos) / 1e3,
        median(rounds, Round::bytes) / count);
  }

  private static Round round(CommandQueue queue, String path, Consumer<Encoder> work) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    try (Encoder encoder = queue.encoder(path)) {
      long bytes = threads.getCurrentThreadAllocatedBytes();
      long start = System.nanoTime();
      work.accept(encoder);
      double encode = System.nanoTime() - start;
      double allocated = threads.getCurrentThreadAllocatedBytes() - bytes;
      Submission submission = encoder.commit();
      submission.await();
      Submission.Clocks clocks = submission.clocks();
      return new Round(encode, clocks.deviceNanos(), clocks.latencyNanos(), allocated);
    }
  }

  private static double median(List<Round> rounds, ToDoubleFunction<Round> figure) {
    double[] values = rounds.stream().mapToDouble(figure).sorted().toArray();
    return values[values.length / 2];
  }
}
