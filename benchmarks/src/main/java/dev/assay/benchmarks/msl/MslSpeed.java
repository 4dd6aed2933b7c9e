package dev.assay.benchmarks.msl;

import dev.assay.msl.CacheLocation;
import dev.assay.msl.MslBuild;
import dev.assay.msl.MslRuntime;
import dev.assay.msl.compiler.KernelCompiler;
import dev.assay.msl.reader.MslSource;
import dev.assay.ops.OpsPlugin;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Measures the MSL compiler and both of its builds on this machine. For each it prints the median of
 * all rounds and, in brackets, the fastest round and what the threads spent of a core's time, which
 * tells of a machine that does other things too; ratios are of that time. Measurements that are
 * compared take turns. The first argument names the cache folder, the second the rounds (21 unless
 * said).
 */
public final class MslSpeed {
  private static final int LARGE = 16 << 20;
  private static final int FEW = 3;
  private static final int CORES = Runtime.getRuntime().availableProcessors();
  private static final String ENTRY = "layer_norm_rows_f32";

  private final Path cache;
  private final int rounds;
  private final int warmUp;
  private final PrintStream out;

  /** Over a cache folder; a few rounds are not warmed up. */
  MslSpeed(Path cache, int rounds, PrintStream out) {
    this.cache = cache;
    this.rounds = rounds;
    this.warmUp = rounds > FEW ? FEW : 0;
    this.out = out;
  }

  public static void main(String... arguments) throws IOException, InterruptedException {
    Path cache = arguments.length > 0
        ? Path.of(arguments[0])
        : CacheLocation.resolve(System.getenv());
    int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 21;
    new MslSpeed(cache.toAbsolutePath(), rounds, System.out).run(LARGE);
  }

  /** All measurements; the elementwise one against C over {@code large} floats. */
  void run(int large) throws IOException, InterruptedException {
    try (MslRuntime fast = MslRuntime.open(MslBuild.FAST, cache);
        MslRuntime checked = MslRuntime.open(MslBuild.CHECKED, cache);
        Arena arena = Arena.ofShared()) {
      builds(fast, checked, arena);
      againstC(fast, arena, large);
    }
    compiling();
  }

  private void builds(MslRuntime fast, MslRuntime checked, Arena arena) {
    out.println("kernel | fast ms | checked ms | checked by fast");
    double product = 1;
    for (SpeedKernel kernel : SpeedKernel.values()) {
      List<Times> times = measure(kernel.work(fast, arena), kernel.work(checked, arena));
      double ratio = times.get(1).core() / times.get(0).core();
      product *= ratio;
      out.printf(Locale.ROOT, "%s | %s | %s | %.1f%n", kernel.title, times.get(0), times.get(1),
          ratio);
    }
    out.printf(Locale.ROOT, "geometric mean of the ratios | %.1f%n",
        Math.pow(product, 1.0 / SpeedKernel.values().length));
  }

  private void againstC(MslRuntime fast, Arena arena, int length)
      throws IOException, InterruptedException {
    List<Times> times;
    try (PeerLoop peer = new PeerLoop(cache, arena)) {
      times = measure(SpeedKernel.axpy(fast, arena, length), peer.work(arena, length));
    }
    out.printf(Locale.ROOT,
        "y = a·x + y over %d floats | %s | the C loop on two threads | %s | %.2f%n",
        length, times.get(0), times.get(1), times.get(0).core() / times.get(1).core());
  }

  /** A file of about 500 lines, in each round with a new last line and then once more as it was. */
  private void compiling() {
    for (MslBuild build : MslBuild.values()) {
      KernelCompiler compiler = KernelCompiler.open(cache, build);
      Map<String, Object> constants = Map.of("has_stats", false, "has_bias", false);
      List<MslSource> sources = new ArrayList<>();
      for (int i = 0; i < rounds + warmUp; i++) {
        sources.add(catalogueFile(System.nanoTime() + i));
      }
      Iterator<MslSource> next = sources.iterator();
      MslSource known = catalogueFile(0);
      compiler.compile(known, ENTRY, constants);
      List<Times> times = measure(() -> compiler.compile(next.next(), ENTRY, constants),
          () -> compiler.compile(known, ENTRY, constants));
      out.printf("%s build of a kernel in a file of %d lines | %s | from the cache | %s%n", build,
          known.parts().getFirst().text().lines().count(), times.get(0), times.get(1));
    }
  }

  private static MslSource catalogueFile(long revision) {
    StringBuilder text = new StringBuilder();
    for (String part : List.of("common", "groups", "norm", "cross_entropy")) {
      try (InputStream in =
          OpsPlugin.class.getResourceAsStream("/dev/assay/ops/msl/" + part + ".metal")) {
        text.append(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return MslSource.of("norm.metal", text.append("// ").append(revision).append('\n').toString());
  }

  /** What one work took in milliseconds. */
  private record Times(double median, double fastest, double core) {
    static Times of(long[] nanos, long[] coreNanos) {
      long[] sorted = nanos.clone();
      Arrays.sort(sorted);
      double spent = Arrays.stream(coreNanos).average().orElseThrow();
      return new Times(sorted[sorted.length / 2] / 1e6, sorted[0] / 1e6, spent / CORES / 1e6);
    }

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%.2f (%.2f, %.2f)", median, fastest, core);
    }
  }

  private List<Times> measure(Runnable... works) {
    long[][] nanos = new long[works.length][rounds];
    long[][] coreNanos = new long[works.length][rounds];
    for (int round = -warmUp; round < rounds; round++) {
      for (int i = 0; i < works.length; i++) {
        long spent = threadNanos();
        long start = System.nanoTime();
        works[i].run();
        if (round >= 0) {
          nanos[i][round] = System.nanoTime() - start;
          coreNanos[i][round] = threadNanos() - spent;
        }
      }
    }
    return IntStream.range(0, works.length)
        .mapToObj(i -> Times.of(nanos[i], coreNanos[i]))
        .toList();
  }

  /** What all threads of this process spent so far; those of the measurements stay alive. */
  private static long threadNanos() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return Arrays.stream(threads.getAllThreadIds())
        .map(threads::getThreadCpuTime)
        .filter(nanos -> nanos > 0)
        .sum();
  }
}
