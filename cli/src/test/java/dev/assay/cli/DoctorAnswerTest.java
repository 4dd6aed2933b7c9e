package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.stream.JsonWriter;
import dev.assay.parity.Mode;
import dev.assay.parity.ParityReport;
import dev.assay.runtime.RuntimeCodes;
import dev.assay.runtime.discovery.BackendEntry;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.UnavailableException;
import dev.assay.spi.provider.Availability;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What the doctor says of machines that no test runs on. */
class DoctorAnswerTest {
  private static final Availability.Usable M2 = new Availability.Usable("Apple M2",
      ordered("appleFamily", 8L, "maxThreadsPerThreadgroup", 1024L, "maxThreadgroupMemoryLength",
          32_768L, "maxBufferLength", 9_534_832_640L, "recommendedMaxWorkingSetSize",
          11_453_251_584L),
      ordered("unifiedMemory", true, "residencySets", true, "indirectCommandBuffers", true,
          "paravirtual", false));

  private static final CacheState CACHE =
      new CacheState(Path.of("/Users/acme/.cache/assay/msl"), true, true, true, null);

  private static <V> Map<String, V> ordered(Object... pairs) {
    Map<String, V> map = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      @SuppressWarnings("unchecked") V value = (V) pairs[i + 1];
      map.put((String) pairs[i], value);
    }
    return map;
  }

  private static BackendEntry backend(String id, String device) {
    return new BackendEntry(id, "1.0", "0.1", "/jars/" + id + ".jar", BackendEntry.State.USABLE,
        null, 100, device);
  }

  private static ParityReport report(int passed, List<ParityReport.Failure> failures) {
    return new ParityReport("metal", "Apple M2", 1, passed + failures.size(), passed,
        failures.size(), List.of(new ParityReport.Skip("acme:swish (f16)", "no MSL")), 3, Map.of(),
        List.of(Mode.DIRECT), failures, List.of(), List.of());
  }

  private static MachineFacts machine(String os, Map<String, Boolean> nativeAccess) {
    return new MachineFacts("1.0", os, "25.0.1 (Acme)", true, 8, 4L << 30,
        new TreeMap<>(nativeAccess));
  }

  private static DoctorAnswer mac(ParityReport report) {
    BackendEntry metal = backend("metal", "Apple M2");
    return new DoctorAnswer(
        machine("Mac OS X 15.1 aarch64", Map.of("dev.assay.backend.metal.apple", true)),
        new BackendListing(metal, List.of(metal, backend("reference-cpu", "Java"))),
        ordered("apple", M2, "host",
            new Availability.Unavailable("kernels are compiled for Linux")),
        "kernels are compiled for Linux", CACHE,
        List.of(new InstalledJar("/jars/metal.jar", 0, 0, List.of("metal"), null),
            new InstalledJar("/jars/ops.jar", 2, 1, List.of(), null)),
        DoctorAnswer.Parity.of(report),
        List.of(new BenchAnswer.Result("baked", 500.4, 1000.6, 210.25, 0)), null);
  }

  private static DoctorAnswer bare() {
    return new DoctorAnswer(
        machine("Linux 6.1 amd64", Map.of("ai.djl.tokenizers", true, "dev.assay.msl", false)),
        new BackendListing(null, List.of()),
        Map.of("apple", new Availability.Unavailable("the Metal backend is not installed")),
        "no jar holds clang",
        new CacheState(Path.of("/cache/msl"), true, false, true,
            "its permissions are rwxrwxrwx and must be rwx------"),
        List.of(InstalledJar.refused("/jars/acme.jar", "it was built for SPI 9.1")),
        DoctorAnswer.Parity.none("no backend is selected"), List.of(),
        new UnavailableException(
            Problem.of(RuntimeCodes.BACKEND_UNAVAILABLE, "backend 'acme' is unavailable")));
  }

  private static String text(DoctorAnswer answer) throws IOException {
    StringWriter out = new StringWriter();
    answer.writeText(out);
    return out.toString();
  }

  private static JsonObject json(DoctorAnswer answer) throws IOException {
    StringWriter out = new StringWriter();
    try (JsonWriter writer = new JsonWriter(out)) {
      answer.writeJson(writer);
    }
    return StrictJson.parse(out.toString()).getAsJsonObject();
  }

  @Test
  void aMachineOnWhichAllIsWell() throws IOException {
    DoctorAnswer answer = mac(report(2, List.of()));
    assertThat(answer.isNo()).isFalse();
    Golden.check("doctor-mac", text(answer));
    JsonObject metal = json(answer).getAsJsonObject("metal");
    assertThat(metal.keySet()).containsExactly("device", "limits", "features");
    assertThat(metal.get("device").getAsString()).isEqualTo("Apple M2");
    assertThat(metal.getAsJsonObject("limits").get("maxBufferLength").getAsLong())
        .isEqualTo(9_534_832_640L);
    assertThat(metal.getAsJsonObject("features").get("paravirtual").getAsBoolean()).isFalse();
  }

  @Test
  void aWrongKernelIsANoAndTheLastLineWarns() throws IOException {
    DoctorAnswer answer = mac(report(1, List.of(new ParityReport.Failure(
        "assay:add (f32), golden 0", "values", "element 3 is 0 and not 7", null))));
    assertThat(answer.isNo()).isTrue();
    Golden.check("doctor-wrong", text(answer));
    JsonObject parity = json(answer).getAsJsonObject("parity");
    assertThat(parity.get("executed").getAsInt()).isEqualTo(2);
    assertThat(parity.get("failed").getAsInt()).isEqualTo(1);
    assertThat(parity.getAsJsonArray("failures")).hasSize(1);
  }

  @Test
  void aVirtualMachinesDeviceIsSaidToProveNothingForIndirectCommands() throws IOException {
    DoctorAnswer real = mac(report(2, List.of()));
    DoctorAnswer virtual = new DoctorAnswer(real.machine(), real.backends(),
        Map.of("apple", new Availability.Usable("Apple Paravirtual device", Map.of(),
            Map.of("indirectCommandBuffers", false))),
        null, CACHE, real.jars(), real.parity(), real.clocks(), null);
    assertThat(text(virtual).lines().toList().getLast()).contains("proves nothing for them");
    assertThat(text(real)).doesNotContain("proves nothing");
  }

  @Test
  void aMachineOnWhichNothingIsThere() throws IOException {
    Golden.check("doctor-bare", text(bare()));
    JsonObject document = json(bare());
    assertThat(document.getAsJsonObject("metal").keySet()).containsExactly("reason");
    assertThat(document.getAsJsonObject("error").get("code").getAsString())
        .isEqualTo("backend.unavailable");
    assertThat(document.getAsJsonArray("clocks")).isEmpty();
  }

  @Test
  void whatOthersWroteDoesNotReachTheTerminalAsItIs() throws IOException {
    DoctorAnswer answer = mac(report(1, List.of(new ParityReport.Failure(
        "acme:\u001b[31m", "values", "a\u001b]0;title\u0007", null))));
    assertThat(text(answer)).doesNotContain("\u001b", "\u0007").contains("\\u001b");
  }
}
