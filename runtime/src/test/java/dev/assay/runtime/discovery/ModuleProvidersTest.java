package dev.assay.runtime.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.assay.runtime.discovery.BackendEntry.State;
import dev.assay.spi.provider.BackendProvider;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Backends in modules of a layer. */
class ModuleProvidersTest {
  private static final String PROVIDES = " provides dev.assay.spi.provider.BackendProvider with ";

  @TempDir
  private Path folder;

  @Test
  void aModuleIsFoundWithoutAServiceFile() {
    Path jar = PluginJar.fitting()
        .source("module-info", module("acme", "acme.Good"))
        .source("acme.Good", ProviderSources.usable("Good", "acme", 5))
        .write(folder.resolve("good.jar"));
    assertThat(discover(layer(jar))).containsExactly(new BackendEntry(
        "acme", "1.2.3", "0.1", jar.toString(), State.USABLE, null, 5, "device of acme"));
  }

  @Test
  void anAutomaticModuleIsFoundByItsServiceFile() {
    Path jar = PluginJar.fitting()
        .source("acme.Good", ProviderSources.usable("Good", "acme", 5))
        .service(BackendProvider.class, "acme.Good")
        .write(folder.resolve("acme-backend.jar"));
    assertThat(discover(layer(jar))).singleElement()
        .satisfies(entry -> assertThat(entry.state()).isEqualTo(State.USABLE));
  }

  @Test
  void aModuleForAnotherSpiVersionIsNeverInitialised() {
    Path jar = PluginJar.stating("7.3")
        .source("module-info", module("acme", "acme.Old"))
        .source("acme.Old",
            ProviderSources.provider("Old",
                "static { System.setProperty(\"acme.initialised\", \"yes\"); }",
                "return \"old\";", "return 1;", "return null;", "return null;"))
        .write(folder.resolve("old.jar"));
    assertThat(discover(layer(jar))).singleElement()
        .satisfies(entry -> assertThat(entry.id()).isEqualTo("acme.Old"))
        .satisfies(entry -> assertThat(entry.state()).isEqualTo(State.INCOMPATIBLE))
        .satisfies(entry -> assertThat(entry.reason()).contains("SPI 7.3").contains("SPI 0.1"));
    assertThat(System.getProperty("acme.initialised")).isNull();
  }

  @Test
  void aModuleThatStatesNothingIsIncompatible() {
    Path jar = PluginJar.silent()
        .source("module-info", module("acme", "acme.Silent"))
        .source("acme.Silent", ProviderSources.usable("Silent", "silent", 1))
        .write(folder.resolve("silent.jar"));
    assertThat(discover(layer(jar))).singleElement()
        .satisfies(entry -> assertThat(entry.state()).isEqualTo(State.INCOMPATIBLE))
        .satisfies(entry -> assertThat(entry.reason()).contains("states no SPI version"));
  }

  @Test
  void aProviderThatThrowsIsReportedAndTheOtherModulesLoad() {
    Path bad = PluginJar.fitting()
        .source("module-info", module("bad", "acme.Bad"))
        .source("acme.Bad",
            ProviderSources.provider("Bad",
                "public Bad() { throw new IllegalStateException(\"no licence\"); }",
                "return \"bad\";", "return 1;", "return null;", "return null;"))
        .write(folder.resolve("bad.jar"));
    Path good = PluginJar.fitting()
        .source("module-info", "module good { requires dev.assay.spi;" + PROVIDES + "good.Good; }")
        .source("good.Good",
            ProviderSources.usable("Good", "good", 5).replace("package acme;", "package good;"))
        .write(folder.resolve("good.jar"));
    assertThat(discover(layer(bad, good)))
        .extracting(BackendEntry::id, BackendEntry::state, BackendEntry::jar)
        .containsExactly(
            tuple("acme.Bad", State.UNAVAILABLE, bad.toString()),
            tuple("good", State.USABLE, good.toString()));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"0.1 | static provider() method", "7.3 | built for SPI 7.3"})
  void aStaticProviderMethodIsNeverCalled(String spiVersion, String reason) {
    Path jar = PluginJar.stating(spiVersion)
        .source("module-info", module("acme", "acme.Maker"))
        .source("acme.Maker", """
            package acme;
            public final class Maker {
              public static dev.assay.spi.provider.BackendProvider provider() {
                throw new IllegalStateException("was called");
              }
            }
            """)
        .write(folder.resolve("maker.jar"));
    assertThat(discover(layer(jar))).singleElement()
        .satisfies(entry -> assertThat(entry.id()).isEqualTo("acme.Maker"))
        .satisfies(entry -> assertThat(entry.jar()).isEqualTo(jar.toString()))
        .satisfies(entry -> assertThat(entry.state()).isEqualTo(State.INCOMPATIBLE))
        .satisfies(entry -> assertThat(entry.reason()).contains(reason));
  }

  @Test
  void oneClassInTwoLayersIsJudgedByTheJarOfEach() {
    Path old = PluginJar.stating("7.3")
        .source("module-info", module("acme", "acme.Good"))
        .source("acme.Good", ProviderSources.usable("Good", "old", 5))
        .write(folder.resolve("old.jar"));
    Path fitting = PluginJar.fitting()
        .source("module-info", module("acme", "acme.Good"))
        .source("acme.Good", ProviderSources.usable("Good", "new", 5))
        .write(folder.resolve("new.jar"));
    assertThat(discover(layer(fitting), layer(old)))
        .extracting(BackendEntry::id, BackendEntry::state)
        .containsExactly(tuple("acme.Good", State.INCOMPATIBLE), tuple("new", State.USABLE));
  }

  @Test
  void aLayerGivenTwiceOrBelowAnotherAddsNothing() {
    Path jar = PluginJar.fitting()
        .source("module-info", module("acme", "acme.Good"))
        .source("acme.Good", ProviderSources.usable("Good", "acme", 5))
        .write(folder.resolve("good.jar"));
    ModuleLayer below = layer(jar);
    ModuleLayer above = below.defineModulesWithOneLoader(
        below.configuration().resolve(ModuleFinder.of(), ModuleFinder.of(), List.of()), null);
    SearchPath path = SearchPath.standard().and(above).and(below).and(below);
    assertThat(Installation.discover(path).backends()).hasSize(1);
  }

  /** A layer of these jars over the one that this test runs in. */
  static ModuleLayer layer(Path... jars) {
    ModuleLayer own = ModuleProvidersTest.class.getModule().getLayer();
    ModuleLayer parent = own == null ? ModuleLayer.boot() : own;
    ModuleFinder finder = ModuleFinder.of(jars);
    Configuration configuration = parent.configuration()
        .resolve(finder, ModuleFinder.of(),
            finder.findAll().stream().map(module -> module.descriptor().name()).toList());
    return parent.defineModulesWithOneLoader(configuration,
        ModuleProvidersTest.class.getClassLoader());
  }

  private static List<BackendEntry> discover(ModuleLayer... layers) {
    SearchPath path =
        Stream.of(layers).reduce(SearchPath.standard(), SearchPath::and, (first, second) -> second);
    return Installation.discover(path).backends();
  }

  private static String module(String name, String provider) {
    return "module " + name + " { requires dev.assay.spi;" + PROVIDES + provider + "; }";
  }
}
