package dev.assay.suite.thirdparty;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** A program that runs the tests in a folder of classes: the number that passed on stdout, failures on stderr. */
final class TestFolder {
  private TestFolder() {}

  public static void main(String... arguments) {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(LauncherDiscoveryRequestBuilder.request()
            .selectors(DiscoverySelectors.selectClasspathRoots(Set.of(Path.of(arguments[0]))))
            .filters(EngineFilter.includeEngines("junit-jupiter"))
            .build(), listener);
    TestExecutionSummary summary = listener.getSummary();
    PrintWriter errors = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    summary.printFailuresTo(errors, 30);
    System.out.println(summary.getTestsSucceededCount());
    System.exit(summary.getTotalFailureCount() == 0 ? 0 : 1);
  }
}
