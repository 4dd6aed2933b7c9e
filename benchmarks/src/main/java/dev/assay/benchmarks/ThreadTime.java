package dev.assay.benchmarks;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The benchmarks of the hot path by the time that their thread spent on its core and by the bytes that it allocated. On a
 * machine that does other work too, that time repeats within a few per cent where the clock's does not. One benchmark for
 * each process, so that none finds the other's profile in its code.
 */
public final class ThreadTime {
  private static final int WARM_UP = 15;
  private static final int ROUNDS = 40;
  private static final ThreadMXBean THREADS =
      (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private ThreadTime() {}

  /** Measures the benchmark that is named, such as {@code bakedSlots} or {@code execute-1000}. */
  public static void main(String... arguments) {
    Map<String, Runnable> measurements = new LinkedHashMap<>();
    for (String name : new String[] {"baked", "bakedSlots", "bakedField"}) {
      measurements.put(name, () -> dispatch(name));
    }
    for (int commands : new int[] {10, 1000}) {
      for (String name : new String[] {"execute", "executePatched", "dispatch"}) {
        measurements.put(name + "-" + commands, () -> submission(name, commands));
      }
    }
    Runnable chosen = measurements.get(arguments.length == 1 ? arguments[0] : "");
    if (chosen == null) {
      System.err.println("one of " + String.join(", ", measurements.keySet()));
      System.exit(2);
      return;
    }
    chosen.run();
  }

  private static void dispatch(String name) {
    DispatchBenchmark benchmark = new DispatchBenchmark();
    benchmark.fill();
    Runnable work = switch (name) {
      case "baked" -> benchmark::baked;
      case "bakedSlots" -> benchmark::bakedSlots;
      default -> benchmark::bakedField;
    };
    measure(name, 200_000, work, benchmark::startEncoder, benchmark::dropEncoder);
    benchmark.closeDevice();
  }

  private static void submission(String name, int commands) {
    SubmissionBenchmark benchmark = new SubmissionBenchmark();
    benchmark.commands = commands;
    benchmark.compile();
    Runnable work = switch (name) {
      case "execute" -> benchmark::execute;
      case "executePatched" -> benchmark::executePatched;
      default -> benchmark::dispatch;
    };
    int count = name.equals("dispatch") ? 200_000 / commands : 20_000;
    measure(name + "-" + commands, count, work, () -> {}, () -> {});
    benchmark.closeDevice();
  }

  private static void measure(String name, int count, Runnable work, Runnable before,
      Runnable after) {
    double[] nanos = new double[ROUNDS];
    double bytes = Double.MAX_VALUE;
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      before.run();
      long startBytes = THREADS.getCurrentThreadAllocatedBytes();
      long start = THREADS.getCurrentThreadCpuTime();
      for (int i = 0; i < count; i++) {
        work.run();
      }
      double spent = (double) (THREADS.getCurrentThreadCpuTime() - start) / count;
      bytes = Math.min(bytes,
          (double) (THREADS.getCurrentThreadAllocatedBytes() - startBytes) / count);
      if (round >= 0) {
        nanos[round] = spent;
      }
      after.run();
    }
    Arrays.sort(nanos);
    System.out.printf("%s: fastest %.0f ns, quarter %.0f ns, median %.0f ns, %.2f bytes%n", name,
        nanos[0], nanos[ROUNDS / 4], nanos[ROUNDS / 2], bytes);
  }
}
