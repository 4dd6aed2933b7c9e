package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.assay.runtime.discovery.SearchPath;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorCommandTest {
  private static final List<String> FIELDS =
      List.of("os", "java", "backends", "metal", "parity", "clocks");

  @TempDir
  static Path folder;

  private static Path absent;
  private static Path locked;
  private static Path broken;
  private static Path future;

  @BeforeAll
  static void build() throws IOException {
    String usable = "return new Availability.Usable(\"a device of acme\");";
    absent = ProviderJar.write(folder, "acme-absent", 200,
        "return new Availability.Unavailable(\"there is no acme card\");");
    locked = ProviderJar.write(folder, "acme-locked", 100, usable);
    broken = ProviderJar.write(folder, "acme-broken", 300,
        "throw new IllegalStateException(\"acme is broken\");");
    future = ProviderJar.write(folder, "acme-future", 400, usable, "9.1");
  }

  private static Run json(String... arguments) {
    return Run.of(arguments(arguments));
  }

  private static String[] arguments(String... more) {
    return Stream.concat(
        Stream.of("doctor", "--format", "json"),
        Stream.of(more)).toArray(String[]::new);
  }

  @Test
  void itTellsWhatIsThereAndTriesTheSelectedBackend() {
    Run run = json("--backend", "reference-cpu");
    assertThat(run.status()).as(run.err()).isZero();
    JsonObject document = run.json();
    assertThat(document.keySet()).containsAll(FIELDS).doesNotContain("error");
    assertThat(document.get("os").getAsString()).contains(System.getProperty("os.name"));
    assertThat(document.get("java").getAsString()).startsWith(Runtime.version().toString());
    assertThat(document.get("backends"))
        .isEqualTo(Run.of("backends", "--backend", "reference-cpu", "--format", "json")
            .json()
            .get("backends"));
    assertThat(document.getAsJsonObject("metal").keySet())
        .isIn(Set.of("reason"), Set.of("device", "limits", "features"));
    JsonObject host = document.getAsJsonObject("drivers").getAsJsonObject("host");
    assertThat(host.get("state").getAsString()).isIn("usable", "unavailable");

    int kernels =
        Run.of("kernels", "--format", "json").json().getAsJsonArray("kernels").size();
    JsonObject parity = document.getAsJsonObject("parity");
    assertThat(parity.get("executed").getAsInt()).isEqualTo(kernels).isGreaterThan(30);
    assertThat(parity.get("passed").getAsInt()).isEqualTo(kernels);
    assertThat(parity.get("failed").getAsInt()).isZero();

    JsonArray clocks = document.getAsJsonArray("clocks");
    assertThat(clocks.asList())
        .extracting(each -> each.getAsJsonObject().get("path").getAsString())
        .containsExactly("direct", "baked", "indirect", "resubmitted");
    assertThat(clocks.asList()).allSatisfy(each -> assertThat(each.getAsJsonObject().keySet())
        .contains("encodeNanosPerDispatch", "deviceNanosPerDispatch", "latencyMicros",
            "bytesAllocatedPerDispatch"));
  }

  @Test
  void peopleGetALastLineThatSumsUp() {
    Run run = Run.of("doctor", "--backend", "reference-cpu");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).contains("Native access", "MSL compiler", "Cache", "Backends", "Metal",
        "Jars", "One case of each kernel", "Cost of a dispatch");
    assertThat(run.out().lines().toList().getLast()).contains("Kernels run here on reference-cpu");
  }

  @Test
  void withoutAnyBackendItStillLooks() {
    Run run = Run.of(SearchPath.empty(), arguments());
    assertThat(run.status()).isZero();
    JsonObject document = run.json();
    assertThat(document.keySet()).containsAll(FIELDS);
    assertThat(document.get("selected").isJsonNull()).isTrue();
    assertThat(document.getAsJsonObject("metal").get("reason").getAsString())
        .isEqualTo("the Metal backend is not installed");
    assertThat(document.getAsJsonObject("parity").get("executed").getAsInt()).isZero();
    assertThat(document.getAsJsonArray("clocks")).isEmpty();
    assertThat(Run.of(SearchPath.empty(), "doctor").out()).endsWith(
        "Nothing runs here: no backend is usable. No Apple GPU: the Metal backend is not"
            + " installed.\n");
  }

  @Test
  void aBackendThatCannotBeHadIsTheErrorItAlwaysIsBesideTheAnswer() {
    Run unknown = json("--backend", "reference-gpu");
    assertThat(unknown.status()).isEqualTo(2);
    assertThat(unknown.errorCode()).isEqualTo("backend.unknown");
    assertThat(unknown.json().keySet()).containsAll(FIELDS);

    Run unavailable = json("--plugin", absent.toString(), "--backend", "acme-absent");
    assertThat(unavailable.status()).isEqualTo(3);
    assertThat(unavailable.errorCode()).isEqualTo("backend.unavailable");
    assertThat(unavailable.errorMessage()).contains("there is no acme card");
    assertThat(unavailable.json().keySet()).containsAll(FIELDS);

    Run doesNotOpen = json("--plugin", locked.toString());
    assertThat(doesNotOpen.status()).isEqualTo(3);
    assertThat(doesNotOpen.errorMessage()).contains("the licence of acme has ended");
    assertThat(doesNotOpen.json().get("selected").getAsString()).isEqualTo("acme-locked");
    assertThat(doesNotOpen.json().getAsJsonObject("parity").get("executed").getAsInt()).isZero();
  }

  @Test
  void inTextTheErrorFollowsOnStandardError() {
    Run run = Run.of("doctor", "--backend", "reference-gpu");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).contains("Backends", "reference-cpu")
        .contains("\nNothing ran: what was asked for cannot be had.");
    assertThat(run.err()).startsWith("assay: backend.unknown: ");
  }

  @Test
  void aNamedPluginThatDoesNotFitIsReportedAndTheRestGoOn() throws IOException {
    Path text = Files.writeString(folder.resolve("text.jar"), "no jar");
    Run run = json("--plugin", future.toString(), "--plugin", absent.toString(), "--plugin",
        text.toString());
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.errorMessage()).contains(text.toString());
    JsonArray plugins = run.json().getAsJsonArray("plugins");
    assertThat(reason(plugins, future)).contains("9.1");
    assertThat(reason(plugins, text)).contains("cannot be read");
    assertThat(run.out()).contains("acme-absent", "there is no acme card");
    assertThat(run.json().getAsJsonObject("parity").get("passed").getAsInt()).isPositive();
  }

  @Test
  void oneThatMerelyLiesOnThePathIsReportedAndNoError() throws IOException {
    try (URLClassLoader jars = new URLClassLoader(
        new URL[] {broken.toUri().toURL(), future.toUri().toURL()},
        DoctorCommandTest.class.getClassLoader())) {
      Run run = Run.of(SearchPath.standard().and(jars), arguments("--backend", "reference-cpu"));
      assertThat(run.status()).as(run.err()).isZero();
      assertThat(run.out()).contains("acme is broken", "9.1");
    }
  }

  @Test
  void argumentsThatMakeNoSenseAreAUsageError() {
    assertThat(json("everything").errorCode()).isEqualTo("usage.invalid");
    assertThat(json("--count", "3").status()).isEqualTo(2);
  }

  private static String reason(JsonArray plugins, Path jar) {
    for (JsonElement each : plugins) {
      if (each.getAsJsonObject().get("jar").getAsString().equals(jar.toString())) {
        return each.getAsJsonObject().get("reason").getAsString();
      }
    }
    throw new AssertionError("no " + jar + " in " + plugins);
  }
}
