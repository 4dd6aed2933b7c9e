package dev.assay.suite.launcher;

import static dev.assay.suite.launcher.Checkout.STATUS_OF_JAVA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.suite.launcher.Checkout.Result;
import dev.assay.suite.launcher.Checkout.Started;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a bash script")
class LauncherTest {
  private static final int CANNOT_START = 4;

  @TempDir
  private Path home;
  private Checkout checkout;
  private Path jdk;

  @BeforeEach
  void makeCheckout() throws IOException {
    checkout = new Checkout(home);
    jdk = checkout.jdk("jdk", "99.0.1");
  }

  @Test
  void passesEveryArgumentAndTheStatusThrough() throws Exception {
    Result result = run("embed", "two  words", "", "*", "--", "-$HOME");

    assertThat(result.out())
        .startsWith(jdk.resolve("bin/java").toString())
        .endsWith("dev.assay.cli/dev.assay.cli.Main", "embed", "two  words", "", "*", "--",
            "-$HOME");
    assertThat(result.status()).isEqualTo(STATUS_OF_JAVA);
  }

  @Test
  void worksThroughRelativeLinksFromAnotherFolder() throws Exception {
    Path folder = Files.createDirectory(home.resolve("bin"));
    Path first = Files.createSymbolicLink(folder.resolve("first"), Path.of("../check out/assay"));
    Path second = Files.createSymbolicLink(home.resolve("second"), Path.of("bin/first"));

    assertThat(checkout.run(second, jdk).status()).isEqualTo(STATUS_OF_JAVA);
    assertThat(checkout.run(first, jdk).status()).isEqualTo(STATUS_OF_JAVA);
  }

  @Test
  void addsOptionsForTheJvm() throws Exception {
    Path wrapper = home.resolve("wrapper");
    Files.writeString(
        wrapper,
        "#!/bin/sh\nASSAY_JAVA_OPTS='-Xmx1g  -Da=*' exec '" + checkout.launcher() + "' backends\n");
    assertThat(wrapper.toFile().setExecutable(true)).isTrue();

    assertThat(checkout.run(wrapper, jdk).out())
        .containsSubsequence("-Xmx1g", "-Da=*", "--module", "backends");
  }

  @Test
  void buildsOnceWithItsOutputOnStandardError() throws Exception {
    Result first = run();
    Result second = run();

    assertThat(first.err()).contains("assay: building", "compiling");
    assertThat(first.out()).first().isEqualTo(jdk.resolve("bin/java").toString());
    assertThat(second.err()).isEmpty();
    assertThat(checkout.mavenCalls()).singleElement().asString().contains("-pl cli -am", "package");
  }

  @Test
  void buildsAgainWhenASourceOrAPomChangesOrDisappears() throws Exception {
    run();
    checkout.age();
    assertThat(run().jars()).containsExactly("assay-cli-1.jar", "library-1.jar");

    Files.writeString(checkout.source(), "class Changed {}");
    assertThat(run().jars()).containsExactly("assay-cli-1.jar", "library-2.jar");

    checkout.age();
    Files.delete(checkout.source());
    assertThat(run().jars()).containsExactly("assay-cli-1.jar", "library-3.jar");

    checkout.age();
    Files.writeString(checkout.launcher().resolveSibling("pom.xml"), "<project></project>");
    assertThat(run().jars()).containsExactly("assay-cli-1.jar", "library-4.jar");
  }

  @Test
  void doesNotBuildForAChangedTest() throws Exception {
    run();
    checkout.age();
    checkout.test();

    run();

    assertThat(checkout.mavenCalls()).hasSize(1);
  }

  @Test
  void leavesTheJarsOfARunningProcessAlone() throws Exception {
    Result running = run();
    Files.writeString(checkout.source(), "class Changed {}");
    checkout.maven(
        """
            rm -rf cli/target/lib
            mkdir cli/target/lib
            echo new >cli/target/lib/new.jar
            echo new >cli/target/assay-cli-1.jar
            """);

    assertThat(run().jars()).containsExactly("assay-cli-1.jar", "new.jar");
    assertThat(running.jars()).containsExactly("assay-cli-1.jar", "library-1.jar");
    assertThat(Path.of(running.out().get(2)).resolve("assay-cli-1.jar")).hasContent("jar");
  }

  @Test
  void startsOneBuildForTwoCallsAtOnce() throws Exception {
    Started first = checkout.start(checkout.launcher(), jdk);
    Started second = checkout.start(checkout.launcher(), jdk);

    assertThat(first.end().status()).isEqualTo(STATUS_OF_JAVA);
    assertThat(second.end().status()).isEqualTo(STATUS_OF_JAVA);
    assertThat(checkout.mavenCalls()).hasSize(1);
  }

  @Test
  void endsWithFourWhenTheBuildFailsAndTriesAgainNextTime() throws Exception {
    checkout.maven("echo broken; exit 1\n");

    Result failed = run();
    assertThat(failed.status()).isEqualTo(CANNOT_START);
    assertThat(failed.out()).isEmpty();
    assertThat(failed.err()).contains("broken")
        .endsWith("assay: the build failed; its output is above\n");
    assertThat(run().status()).isEqualTo(CANNOT_START);
  }

  @Test
  void endsWithFourWhenNoJdkIsNewEnough() throws Exception {
    Result result = checkout.run(checkout.launcher(), checkout.jdk("old", "98.9.9"));

    assertThat(result.status()).isEqualTo(CANNOT_START);
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .isEqualTo("assay: no JDK 99 or newer found: install one, or point JAVA_HOME at one\n");
  }

  @Test
  void looksInTheUsualPlacesWhenJavaHomeIsTooOldOrMissing() throws Exception {
    Path installed = checkout.jdk(".sdkman/candidates/java/99-ea", "100-ea");

    for (Path javaHome : new Path[] {checkout.jdk("old", "25.0.1"), home.resolve("nowhere")}) {
      Result result = checkout.run(checkout.launcher(), javaHome);
      assertThat(result.out()).first().isEqualTo(installed.resolve("bin/java").toString());
    }
  }

  private Result run(String... arguments) throws IOException, InterruptedException {
    return checkout.run(checkout.launcher(), jdk, arguments);
  }
}
