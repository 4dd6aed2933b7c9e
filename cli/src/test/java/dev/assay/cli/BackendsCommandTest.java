package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.assay.runtime.discovery.SearchPath;
import dev.assay.spi.provider.SpiVersion;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackendsCommandTest {
  private static final String USABLE = "return new Availability.Usable(\"a device of acme\");";
  private static final String UNAVAILABLE =
      "return new Availability.Unavailable(\"there is no acme card\");";

  @TempDir
  static Path folder;

  private static URLClassLoader jars;
  private static URLClassLoader twins;

  @BeforeAll
  static void build() throws IOException {
    jars = loader(
        ProviderJar.write(folder, "acme-best", 100, USABLE),
        ProviderJar.write(folder, "acme-absent", 200, UNAVAILABLE),
        ProviderJar.write(folder, "acme-broken", 300,
            "throw new IllegalStateException(\"acme is broken\");"),
        ProviderJar.write(folder, "acme-future", 400, USABLE, "9.1"));
    twins = loader(
        ProviderJar.write(folder.resolve("one"), "acme-twin", 1, USABLE),
        ProviderJar.write(folder.resolve("two"), "acme-twin", 2, USABLE));
  }

  @AfterAll
  static void close() throws IOException {
    jars.close();
    twins.close();
  }

  private static URLClassLoader loader(Path... paths) throws IOException {
    URL[] urls = new URL[paths.length];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = paths[i].toUri().toURL();
    }
    return new URLClassLoader(urls, BackendsCommandTest.class.getClassLoader());
  }

  private static Run run(String... arguments) {
    return Run.of(SearchPath.standard().and(jars), arguments);
  }

  @Test
  void theReferenceIsThereAndSelected() {
    Run run = Run.of("backends", "--format", "json");
    assertThat(run.status()).isZero();
    assertThat(run.json().get("selected").getAsString()).isEqualTo("reference-cpu");
    JsonObject reference = backend(run, "reference-cpu");
    assertThat(reference.keySet())
        .contains("id", "version", "spiVersion", "jar", "state", "reason", "rank", "device",
            "selected");
    assertThat(reference.get("state").getAsString()).isEqualTo("usable");
    assertThat(reference.get("spiVersion").getAsString()).isEqualTo(SpiVersion.CURRENT.toString());
    assertThat(reference.get("reason").isJsonNull()).isTrue();
    assertThat(reference.get("selected").getAsBoolean()).isTrue();
    assertThat(run.err()).isEqualTo(
        "assay: backend reference-cpu, device: " + reference.get("device").getAsString()
            + System.lineSeparator());
  }

  @Test
  void theBestUsableOneIsSelectedAndTheOthersSayWhyNot() {
    Run run = run("backends", "--format", "json");
    assertThat(run.status()).isZero();
    assertThat(run.json().get("selected").getAsString()).isEqualTo("acme-best");
    assertThat(states(run)).contains(
        "acme-best usable true", "acme-absent unavailable false", "reference-cpu usable false");
    assertThat(backend(run, "acme-absent").get("reason").getAsString())
        .isEqualTo("there is no acme card");
    assertThat(run.out()).contains("acme is broken", "9.1",
        folder.resolve("acme-future.jar").toString());
    assertThat(run.err()).startsWith("assay: backend acme-best, device: a device of acme");
  }

  @Test
  void aNamedOneIsSelectedWhateverItsRank() {
    Run run = run("--backend", "reference-cpu", "backends", "--format", "json");
    assertThat(run.json().get("selected").getAsString()).isEqualTo("reference-cpu");
    assertThat(states(run)).contains("acme-best usable false", "reference-cpu usable true");
  }

  @Test
  void peopleSeeATable() {
    Run run = run("backends");
    assertThat(run.status()).isZero();
    assertThat(run.out().lines().filter(line -> line.startsWith("*"))).first()
        .asString()
        .contains("acme-best", "usable", "100", "7.8.9", "a device of acme", "acme-best.jar");
    assertThat(run.out()).contains("there is no acme card").doesNotContain(folder.toString());
  }

  @Test
  void anUnknownOneOffersTheNearestNames() {
    Run run = run("embed", "text", "--backend", "acme-bist");
    assertThat(run.status()).isEqualTo(2);
    Golden.check("backend-unknown", run.err().replace(folder.toString(), "FOLDER"));
    assertThat(run("--format", "json", "kernels", "--backend", "acme-bist").errorCode())
        .isEqualTo("backend.unknown");
  }

  @Test
  void anUnavailableOneSaysWhyAndIsNotReplaced() {
    for (String subcommand : List.of("backends", "kernels")) {
      Run run = run(subcommand, "--backend", "acme-absent");
      assertThat(run.status()).isEqualTo(3);
      assertThat(run.out()).isEmpty();
      Golden.check("backend-unavailable", run.err());
    }
    Run embed = run("embed", "text", "--backend", "acme-absent", "--format", "json");
    assertThat(embed.status()).isEqualTo(3);
    assertThat(embed.errorCode()).isEqualTo("backend.unavailable");
  }

  @Test
  void oneThatDoesNotOpenIsUnavailableForItsOwnReason() {
    Run run = run("embed", "text", "--format", "json");
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.errorCode()).isEqualTo("backend.unavailable");
    assertThat(run.errorMessage()).contains("acme.no_licence: the licence of acme has ended");
  }

  @Test
  void twoOfOneIdNameBothJars() {
    Run run = Run.of(SearchPath.standard().and(twins), "backends", "--format", "json");
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.errorCode()).isEqualTo("backend.duplicate");
    assertThat(run.errorMessage())
        .contains(folder.resolve("one/acme-twin.jar").toString(),
            folder.resolve("two/acme-twin.jar").toString());
  }

  @Test
  void aPluginMayBeNamedOnEitherSideOfTheSubcommand() {
    String best = folder.resolve("acme-best.jar").toString();
    String absent = folder.resolve("acme-absent.jar").toString();
    Run run = Run.of("--plugin", best, "--format", "json", "backends", "--plugin", absent);
    assertThat(run.status()).isZero();
    assertThat(states(run)).contains("acme-best usable true", "acme-absent unavailable false");
    assertThat(backend(run, "acme-best").get("jar").getAsString()).isEqualTo(best);
  }

  @Test
  void aPluginThatDoesNotFitIsAnInputErrorOfEverySubcommandThatUsesIt() {
    String future = folder.resolve("acme-future.jar").toString();
    for (String arguments : List.of("backends", "kernels", "embed text", "bench dispatch",
        "explain minilm")) {
      Run run = Run.of((arguments + " --format json --plugin " + future).split(" "));
      assertThat(run.status()).as(arguments).isEqualTo(2);
      assertThat(run.errorCode()).as(arguments).isEqualTo("plugin.incompatible");
      assertThat(run.errorMessage()).contains(future, "9.1");
    }
  }

  @Test
  void twoPluginsOfOneIdAreAnInputErrorThatNamesBoth() {
    String one = folder.resolve("one/acme-twin.jar").toString();
    String two = folder.resolve("two/acme-twin.jar").toString();
    Run run = Run.of("backends", "--plugin", one, "--plugin", two, "--format", "json");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.errorCode()).isEqualTo("backend.duplicate");
    assertThat(run.errorMessage()).contains(one, two);
  }

  @Test
  void withoutAnyTheListIsEmptyAndNothingIsSelected() {
    Run run = Run.of(SearchPath.empty(), "backends", "--format", "json");
    assertThat(run.status()).isZero();
    assertThat(run.json().get("selected").isJsonNull()).isTrue();
    assertThat(run.json().getAsJsonArray("backends")).isEmpty();
    assertThat(Run.of(SearchPath.empty(), "backends").out()).endsWith("No backend is usable.\n");
    assertThat(Run.of(SearchPath.empty(), "embed", "text").status()).isEqualTo(3);
  }

  private static JsonObject backend(Run run, String id) {
    for (JsonElement element : run.json().getAsJsonArray("backends")) {
      if (element.getAsJsonObject().get("id").getAsString().equals(id)) {
        return element.getAsJsonObject();
      }
    }
    throw new AssertionError("no " + id + " in " + run.out());
  }

  private static List<String> states(Run run) {
    JsonArray backends = run.json().getAsJsonArray("backends");
    return backends.asList()
        .stream()
        .map(JsonElement::getAsJsonObject)
        .map(each -> each.get("id").getAsString() + " " + each.get("state").getAsString() + " "
            + each.get("selected").getAsBoolean())
        .toList();
  }
}
