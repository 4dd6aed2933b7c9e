package dev.assay.runtime.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assay.runtime.GoldenText;
import dev.assay.runtime.RuntimeCodes;
import dev.assay.runtime.discovery.BackendEntry.State;
import dev.assay.spi.error.PluginException;
import dev.assay.spi.provider.BackendProvider;
import dev.assay.spi.provider.SpiVersion;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Backends in jars that a class loader sees. */
class BackendDiscoveryTest {
  @TempDir
  private Path folder;

  private final List<RecordingLoader> loaders = new ArrayList<>();

  @AfterEach
  void closeLoaders() throws IOException {
    for (RecordingLoader loader : loaders) {
      loader.close();
    }
  }

  @Test
  void aFittingJarIsUsableWithEverythingItStates() {
    Path jar = good("good.jar", "acme.Good", "acme");
    assertThat(installation(jar).backends()).containsExactly(new BackendEntry(
        "acme", "1.2.3", "0.1", jar.toString(), State.USABLE, null, 5, "device of acme"));
  }

  @Test
  void aFolderOfClassesCountsLikeAJar() throws IOException {
    Path jar = good("packed.jar", "acme.Good", "acme");
    Path unpacked = Files.createDirectory(folder.resolve("un packed"));
    try (var files = java.nio.file.FileSystems.newFileSystem(jar)) {
      for (String name : List.of("acme/Good.class", SpiVersion.RESOURCE,
          "META-INF/services/" + BackendProvider.class.getName())) {
        Files.createDirectories(unpacked.resolve(name).getParent());
        Files.copy(files.getPath(name), unpacked.resolve(name));
      }
    }
    assertThat(installation(unpacked).backends()).singleElement()
        .satisfies(entry -> assertThat(entry.state()).isEqualTo(State.USABLE))
        .satisfies(entry -> assertThat(entry.jar()).isEqualTo(unpacked.toString()));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
    "constructor | acme.Bad | throw new IllegalStateException(\"no licence\"); | | | ",
    "id          | acme.Bad | | throw new IllegalStateException(\"no licence\"); | | ",
    "rank        | bad      | | | throw new IllegalStateException(\"no licence\"); | ",
    "probe       | bad      | | | | throw new IllegalStateException(\"no licence\");",
    "error       | bad      | | | | throw new StackOverflowError(\"no licence\");"})
  void aProviderThatThrowsIsReportedAndTheRestLoad(
      String where, String id, String constructor, String idBody, String rankBody,
      String probeBody) {
    Path bad = PluginJar.fitting()
        .source("acme.Bad", ProviderSources.provider("Bad",
            constructor == null ? "" : "public Bad() { " + constructor + " }",
            idBody == null ? "return \"bad\";" : idBody,
            rankBody == null ? "return 9;" : rankBody,
            probeBody == null ? "return new Availability.Usable(\"nothing\");" : probeBody,
            "throw new IllegalStateException();"))
        .service(BackendProvider.class, "acme.Bad")
        .write(folder.resolve("bad.jar"));
    Installation installation = installation(bad, good("good.jar", "acme.Good", "acme"));
    BackendEntry entry = entry(installation, id);
    assertThat(entry.state()).as(where).isEqualTo(State.UNAVAILABLE);
    assertThat(entry.reason()).contains("no licence");
    assertThat(entry.jar()).isEqualTo(bad.toString());
    assertThat(entry(installation, "acme").state()).isEqualTo(State.USABLE);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
    "acme.Bad | return null;    | return null; | its provider states no id",
    "acme.Bad | return \" \";   | return null; | its provider states no id",
    "bad      | return \"bad\"; | return null; | its provider answered a probe with null",
    "bad      | return \"bad\"; | return new Availability.Usable(null); | its provider names no device",
    "bad      | return \"bad\"; | return new Availability.Unavailable(\"it is Tuesday\"); | it is Tuesday"})
  void aProviderThatSaysNothingOrNoIsReportedWithTheReason(String id, String idBody, String probe,
      String reason) {
    Path bad = PluginJar.fitting()
        .source("acme.Bad",
            ProviderSources.provider("Bad", "", idBody, "return 9;", probe,
                "throw new IllegalStateException();"))
        .service(BackendProvider.class, "acme.Bad")
        .write(folder.resolve("bad.jar"));
    BackendEntry entry = entry(installation(bad), id);
    assertThat(entry.state()).isEqualTo(State.UNAVAILABLE);
    assertThat(entry.reason()).isEqualTo(reason);
    assertThat(entry.device()).isNull();
  }

  @Test
  void aProviderThatHangsCostsOnlyItself() {
    Path hanging = PluginJar.fitting()
        .source("acme.Hanging", ProviderSources.provider("Hanging", "hanging", 99,
            "while (true) { try { Thread.sleep(100_000); } catch (InterruptedException e) { } }"))
        .service(BackendProvider.class, "acme.Hanging")
        .write(folder.resolve("hanging.jar"));
    Installation installation = Installation.discover(
        path(hanging, good("good.jar", "acme.Good", "acme")), List.of(), List.of(),
        Duration.ofSeconds(2));
    BackendEntry entry = entry(installation, "hanging");
    assertThat(entry.state()).isEqualTo(State.UNAVAILABLE);
    assertThat(entry.reason()).isEqualTo("its provider did not answer within 2000 ms");
    assertThat(entry(installation, "acme").state()).isEqualTo(State.USABLE);
    assertThat(installation.select(null).backend().id()).isEqualTo("acme");
  }

  @Test
  void aJarForAnotherSpiVersionIsRefusedBeforeItsClassesLoad() {
    Path old = PluginJar.stating("7.3")
        .entry("acme/Old.class", "these bytes are no class".getBytes(StandardCharsets.UTF_8))
        .service(BackendProvider.class, "acme.Old # the only one")
        .write(folder.resolve("old.jar"));
    Installation installation = installation(old, good("good.jar", "acme.Good", "acme"));
    BackendEntry entry = entry(installation, "acme.Old");
    assertThat(entry.state()).isEqualTo(State.INCOMPATIBLE);
    assertThat(entry.reason())
        .isEqualTo("it was built for SPI 7.3, this is SPI " + SpiVersion.CURRENT);
    assertThat(entry.version()).isEqualTo("1.2.3");
    assertThat(entry.spiVersion()).isEqualTo("7.3");
    assertThat(entry(installation, "acme").state()).isEqualTo(State.USABLE);
    assertThat(loaders).allSatisfy(
        loader -> assertThat(loader.asked).contains("acme.Good").doesNotContain("acme.Old"));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', nullValues = "-", value = {
    "-                    | it states no SPI version: it has no META-INF/assay.properties",
    "version=3            | it states no SPI version: its META-INF/assay.properties has no spi.version",
    "spi.version=         | an SPI version is major.minor, not ''",
    "spi.version=banana   | an SPI version is major.minor, not 'banana'",
    "spi.version=1        | an SPI version is major.minor, not '1'",
    "spi.version=0.1.0    | an SPI version is major.minor, not '0.1.0'",
    "spi.version=99999.1  | an SPI version is major.minor, not '99999.1'",
    "x=\\u00zz            | its META-INF/assay.properties cannot be read"})
  void aJarThatDoesNotStateItsSpiVersionIsIncompatible(String statement, String reason) {
    PluginJar silent = PluginJar.silent()
        .source("acme.Silent", ProviderSources.usable("Silent", "silent", 1))
        .service(BackendProvider.class, "acme.Silent");
    if (statement != null) {
      silent.entry(SpiVersion.RESOURCE, statement);
    }
    Installation installation = installation(silent.write(folder.resolve("silent.jar")));
    BackendEntry entry = entry(installation, "acme.Silent");
    assertThat(entry.state()).isEqualTo(State.INCOMPATIBLE);
    assertThat(entry.reason()).contains(reason);
    assertThat(loaders)
        .allSatisfy(loader -> assertThat(loader.asked).doesNotContain("acme.Silent"));
  }

  @Test
  void aStatementOfAbsurdLengthIsNotReadToItsEnd() {
    Path endless = PluginJar.silent()
        .entry(SpiVersion.RESOURCE, "spi.version=0.1\n" + "#".repeat(1 << 17))
        .source("acme.Endless", ProviderSources.usable("Endless", "endless", 1))
        .service(BackendProvider.class, "acme.Endless")
        .write(folder.resolve("endless.jar"));
    assertThat(entry(installation(endless), "acme.Endless").reason())
        .contains("longer than 65536 bytes");
  }

  @Test
  void twoJarsWithOneIdAreAnErrorThatNamesBoth() {
    Path first = good("first.jar", "acme.First", "acme");
    Path second = good("second.jar", "acme.Second", "acme");
    Throwable error = catchThrowable(() -> installation(first, second));
    assertThat(error).isInstanceOf(PluginException.class);
    assertThat(((PluginException) error).code()).isEqualTo(RuntimeCodes.BACKEND_DUPLICATE);
    GoldenText.assertMessage("backend-duplicate", error, folder);
  }

  @Test
  void aClassThatAnOlderJarShadowsIsNotTakenForTheNewOne() {
    Path old = PluginJar.stating("0.0")
        .source("acme.Good", ProviderSources.usable("Good", "old", 5))
        .service(BackendProvider.class, "acme.Good")
        .write(folder.resolve("old.jar"));
    Path fitting = good("new.jar", "acme.Good", "new");
    assertThat(installation(old, fitting).backends())
        .allSatisfy(entry -> assertThat(entry.state()).isEqualTo(State.INCOMPATIBLE))
        .extracting(BackendEntry::jar)
        .containsExactlyInAnyOrder(old.toString(), fitting.toString());
    assertThat(installation(fitting, old).select(null).backend().id()).isEqualTo("new");
  }

  @Test
  void oneJarSeenByTwoLoadersIsNoSecondJar() {
    Path jar = good("good.jar", "acme.Good", "acme");
    SearchPath twice = path(jar).and(loader(jar));
    assertThat(Installation.discover(twice).backends()).hasSize(1);
  }

  @Test
  void oneJarOnClassPathAndModulePathIsNoSecondJar() {
    Path jar = PluginJar.fitting()
        .source("module-info", "module acme { requires dev.assay.spi;"
            + " provides dev.assay.spi.provider.BackendProvider with acme.Good; }")
        .source("acme.Good", ProviderSources.usable("Good", "acme", 5))
        .service(BackendProvider.class, "acme.Good")
        .write(folder.resolve("good.jar"));
    SearchPath both = path(jar).and(ModuleProvidersTest.layer(jar));
    assertThat(Installation.discover(both).backends()).extracting(BackendEntry::state)
        .containsExactly(State.USABLE);
  }

  @Test
  void whatDoesNotLoadIsIncompatibleAndTheRestOfTheJarLoads() {
    Path mixed = PluginJar.fitting()
        .source("acme.Good", ProviderSources.usable("Good", "acme", 5))
        .source("acme.Stranger", "package acme; public class Stranger {}")
        .source("acme.Hidden", "package acme; class Hidden {}")
        .source("acme.Demanding",
            ProviderSources.provider("Demanding", "public Demanding(int licence) {}",
                "return \"demanding\";", "return 1;", "return null;", "return null;"))
        .entry("acme/Broken.class", "no class")
        .service(BackendProvider.class, "acme.Missing", "acme.Stranger", "acme.Demanding",
            "acme.Broken", "acme.Good")
        .write(folder.resolve("mixed.jar"));
    Installation installation = installation(mixed);
    assertThat(entry(installation, "acme").state()).isEqualTo(State.USABLE);
    for (String name : List.of("acme.Missing", "acme.Stranger", "acme.Demanding", "acme.Broken")) {
      BackendEntry entry = entry(installation, name);
      assertThat(entry.state()).as(name).isEqualTo(State.INCOMPATIBLE);
      assertThat(entry.reason()).as(name).contains("its class does not load");
    }
    assertThat(installation.backends()).hasSize(5);
  }

  @Test
  void aServiceFileThatIsNoServiceFileIsReported() {
    Path garbled = PluginJar.fitting()
        .service(BackendProvider.class, "acme Good")
        .write(folder.resolve("garbled.jar"));
    Installation installation = installation(garbled, good("good.jar", "acme.Good", "acme"));
    assertThat(installation.backends()).filteredOn(entry -> entry.jar().equals(garbled.toString()))
        .singleElement()
        .satisfies(entry -> assertThat(entry.state()).isEqualTo(State.INCOMPATIBLE))
        .satisfies(
            entry -> assertThat(entry.reason()).contains("Illegal configuration-file syntax"));
    assertThat(entry(installation, "acme").state()).isEqualTo(State.USABLE);
  }

  @Test
  void aProviderThatLacksAClassAtProbeTimeIsIncompatible() throws IOException {
    Path jar = PluginJar.fitting()
        .source("acme.Lacking",
            ProviderSources.provider("Lacking", "lacking", 3, "return Helper.answer();"))
        .source("acme.Helper", "package acme; import dev.assay.spi.provider.Availability;"
            + " class Helper { static Availability answer() { return new Availability.Usable(\"x\"); } }")
        .service(BackendProvider.class, "acme.Lacking")
        .write(folder.resolve("lacking.jar"));
    try (var files = java.nio.file.FileSystems.newFileSystem(jar)) {
      Files.delete(files.getPath("acme/Helper.class"));
    }
    BackendEntry entry = entry(installation(jar), "lacking");
    assertThat(entry.state()).isEqualTo(State.INCOMPATIBLE);
    assertThat(entry.reason()).contains("NoClassDefFoundError");
  }

  private Path good(String file, String className, String id) {
    return PluginJar.fitting()
        .source(className, ProviderSources.usable(className.substring("acme.".length()), id, 5))
        .service(BackendProvider.class, className)
        .write(folder.resolve(file));
  }

  private Installation installation(Path... jars) {
    return Installation.discover(path(jars));
  }

  private SearchPath path(Path... jars) {
    return SearchPath.standard().and(loader(jars));
  }

  private RecordingLoader loader(Path... jars) {
    RecordingLoader loader = new RecordingLoader(jars);
    loaders.add(loader);
    return loader;
  }

  private static BackendEntry entry(Installation installation, String id) {
    return installation.backends()
        .stream()
        .filter(entry -> entry.id().equals(id))
        .findFirst()
        .orElseThrow(
            () -> new AssertionError("no backend '" + id + "' in " + installation.backends()));
  }

  /** A plugin's class loader that remembers which classes it was asked for. */
  private static final class RecordingLoader extends URLClassLoader {
    private final Set<String> asked = ConcurrentHashMap.newKeySet();

    RecordingLoader(Path... jars) {
      super(urls(jars), RecordingLoader.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      asked.add(name);
      return super.loadClass(name, resolve);
    }

    private static URL[] urls(Path... jars) {
      URL[] urls = new URL[jars.length];
      for (int i = 0; i < jars.length; i++) {
        try {
          urls[i] = jars[i].toUri().toURL();
        } catch (IOException e) {
          throw new java.io.UncheckedIOException(e);
        }
      }
      return urls;
    }
  }
}
