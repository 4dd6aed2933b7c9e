package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.assay.runtime.discovery.Installation;
import dev.assay.runtime.discovery.SearchPath;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.KernelCatalog;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class KernelsCommandTest {
  @Test
  void everyInstalledKernelIsListedWithItsJar() {
    Run run = Run.of("kernels", "--format", "json");
    assertThat(run.status()).isZero();
    List<String> expected = Installation.discover()
        .catalog()
        .kernels()
        .stream()
        .map(KernelCatalog.Kernel::declaration)
        .map(Object::toString)
        .toList();
    assertThat(expected).contains("assay:layer_norm", "assay:matmul");
    List<JsonObject> kernels = kernels(run);
    assertThat(kernels).extracting(kernel -> kernel.get("name").getAsString()).isEqualTo(expected);
    assertThat(kernels).allSatisfy(kernel -> {
      assertThat(kernel.get("jar").getAsString()).isNotBlank();
      assertThat(kernel.get("implementations").isJsonArray()).isTrue();
    });
  }

  @Test
  void everyParameterHasAKindTypesAndAccess() {
    List<String> accesses = Arrays.stream(Access.values()).map(Access::toString).toList();
    for (JsonObject kernel : kernels(Run.of("kernels", "--format", "json"))) {
      for (JsonElement element : kernel.getAsJsonArray("parameters")) {
        JsonObject parameter = element.getAsJsonObject();
        assertThat(parameter.keySet()).contains("name", "kind", "types", "access");
        assertThat(parameter.get("kind").getAsString()).isIn("buffer", "constant");
        assertThat(parameter.getAsJsonArray("types")).isNotEmpty();
        assertThat(parameter.get("access").getAsString()).isIn(accesses);
      }
    }
  }

  @Test
  void aParameterOfAFixedTypeHasOnlyThat() {
    JsonObject gather = kernels(Run.of("kernels", "--format", "json")).stream()
        .filter(kernel -> kernel.get("name").getAsString().equals("assay:gather"))
        .findFirst()
        .orElseThrow();
    assertThat(gather.getAsJsonArray("parameters").asList())
        .extracting(JsonElement::toString)
        .contains(
            "{\"name\":\"indices\",\"kind\":\"buffer\",\"types\":[\"i32\"],\"access\":\"read\"}");
  }

  @Test
  void peopleSeeATable() {
    Run run = Run.of("kernels");
    assertThat(run.out().lines().filter(line -> line.startsWith("assay:layer_norm ")))
        .singleElement()
        .asString()
        .contains("f32", "x: read", "gamma: read", "out: write-all", "params: constant");
    assertThat(run.err()).startsWith("assay: backend reference-cpu");
  }

  @Test
  void withoutAnyTheListIsEmpty() {
    Run run = Run.of(SearchPath.empty(), "kernels", "--format", "json");
    assertThat(run.status()).isZero();
    assertThat(run.out()).isEqualTo("{\"kernels\":[]}\n");
    assertThat(run.err()).contains("no backend is usable here");
  }

  private static List<JsonObject> kernels(Run run) {
    return run.json()
        .getAsJsonArray("kernels")
        .asList()
        .stream()
        .map(JsonElement::getAsJsonObject)
        .toList();
  }
}
