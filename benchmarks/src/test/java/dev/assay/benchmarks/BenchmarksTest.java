package dev.assay.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** That the benchmarks run at all; what they measure takes minutes and a quiet machine. */
class BenchmarksTest {
  @Test
  void everyBenchmarkRunsOnce() throws RunnerException {
    // Its lock keeps two measurements apart, and this is none.
    System.setProperty("jmh.ignoreLock", "true");
    Collection<RunResult> results = new Runner(new OptionsBuilder().mode(Mode.SingleShotTime)
        .forks(0)
        .warmupIterations(0)
        .measurementIterations(1)
        .param("commands", "1", "7")
        .shouldFailOnError(true)
        .verbosity(VerboseMode.SILENT)
        .build()).run();
    assertThat(results).extracting(
        result -> result.getParams().getBenchmark().replaceFirst(".*\\.(?=.*\\.)", ""))
        .containsExactlyInAnyOrder(
            "DispatchBenchmark.baked",
            "DispatchBenchmark.bakedField",
            "DispatchBenchmark.bakedSlots",
            "DispatchBenchmark.unbaked",
            "DispatchBenchmark.unbakedNewBindings",
            "SubmissionBenchmark.dispatch",
            "SubmissionBenchmark.dispatch",
            "SubmissionBenchmark.execute",
            "SubmissionBenchmark.execute",
            "SubmissionBenchmark.executePatched",
            "SubmissionBenchmark.executePatched",
            "SubmissionBenchmark.replay",
            "SubmissionBenchmark.replay",
            "SubmissionBenchmark.resubmit",
            "SubmissionBenchmark.resubmit",
            "SubmissionBenchmark.resubmitPatched",
            "SubmissionBenchmark.resubmitPatched");
  }
}
