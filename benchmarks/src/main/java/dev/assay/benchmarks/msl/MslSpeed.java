package dev.assay.benchmarks.msl;

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
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures the MSL compiler and both of its builds on this machine, and prints for each the median
 * of all rounds and, in brackets, the fastest. Measurements that are compared take turns, so that
 * what else the machine does meets both. The first argument names the cache folder, the second the
 * rounds (21 unless said).
 */
public final class MslSpeed {
  private static final int LARGE = 16 << 20;
  private static final int WARM_UP = 3;
  private static final String ENTRY = "layer_norm_rows_f32";

  private final Path cache;
  private final int rounds;
  private final PrintStream out;

  MslSpeed(Path cache, int rounds, PrintStream out) {
    this.cache = cache;
    this.rounds = rounds;
    this.out = out;
  }

  public static void main(String... arguments) throws IOException, InterruptedException {
    Path cache = arguments.length > 0
        ? Path.of(arguments[0])
        : Path.of(System.getProperty("user.home"), ".cache", "assay", "msl");
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
      double ratio = times.get(1).median() / times.get(0).median();
      product *= ratio;
      out.printf(Locale.ROOT, "%s | %s | %s | %.1f%n", kernel.title, times.get(0), times.get(1),
          ratio);
    }
    out.printf(Locale.ROOT, "geometric mean of the ratios | %.1f%n",
        Math.pow(product, 1.0 / SpeedKernel.values().length));
  }

  private void againstC(MslRuntime fast, Arena arena, int length)
      throws IOException, InterruptedException {
    Runnable peer = new PeerLoop(cache, arena).work(arena, length);
    List<Times> times = measure(SpeedKernel.axpy(fast, arena, length), peer);
    out.printf(Locale.ROOT,
        "y = a·x + y over %d floats | %s | the C loop on two threads | %s | %.2f%n",
        length, times.get(0), times.get(1), times.get(0).median() / times.get(1).median());
  }

  /** A file of about 500 lines, in each round with a new last line and then once more as it was. */
  private void compiling() {
    for (MslBuild build : MslBuild.values()) {
      KernelCompiler compiler = KernelCompiler.open(cache, build);
      Map<String, Object> constants = Map.of("has_stats", false, "has_bias", false);
      List<MslSource> sources = new ArrayList<>();
      for (int i = 0; i < rounds + WARM_UP; i++) {
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
  private record Times(double median, double fastest) {
    static Times of(long[] nanos) {
      long[] sorted = nanos.clone();
      Arrays.sort(sorted);
      return new Times(sorted[sorted.length / 2] / 1e6, sorted[0] / 1e6);
    }

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%.2f (%.2f)", median, fastest);
    }
  }

  private List<Times> measure(Runnable... works) {
    long[][] nanos = new long[works.length][rounds];
    for (int round = -WARM_UP; round < rounds; round++) {
      for (int i = 0; i < works.length; i++) {
        long start = System.nanoTime();
        works[i].run();
        if (round >= 0) {
          nanos[i][round] = System.nanoTime() - start;
        }
      }
    }
    return Arrays.stream(nanos).map(Times::of).toList();
  }
}
