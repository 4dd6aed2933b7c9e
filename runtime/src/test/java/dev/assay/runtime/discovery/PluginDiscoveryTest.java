package dev.assay.runtime.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assay.runtime.GoldenText;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.PluginException;
import dev.assay.spi.kernel.KernelName;
import dev.assay.spi.provider.OpPlugin;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plugins with kernels, implementations and operation libraries. */
class PluginDiscoveryTest {
  private static final String NONE = "return List.of();";

  @TempDir
  private Path folder;

  private final List<URLClassLoader> loaders = new ArrayList<>();

  @AfterEach
  void closeLoaders() throws IOException {
    for (URLClassLoader loader : loaders) {
      loader.close();
    }
  }

  @Test
  void kernelsImplementationsAndLibrariesOfAJarAreTakenInWithTheirOrigin() {
    Path jar = plugin("good.jar", "Good", "return List.of(twice(\"acme:twice\"));",
        "return List.of(of(\"acme:twice\", DType.F32));",
        "return List.of(new OpLibrary<>(Good.class, scope -> new Good()));");
    Installation installation = discover(jar);
    KernelName twice = KernelName.of("acme:twice");
    assertThat(installation.refusedPlugins()).isEmpty();
    assertThat(installation.catalog().declaration(twice).dtypes()).containsExactly(DType.F32);
    assertThat(installation.catalog().kernels())
        .filteredOn(kernel -> kernel.declaration().name().equals(twice))
        .extracting(kernel -> kernel.origin())
        .containsExactly(jar.toString());
    assertThat(installation.catalog().implementations(twice))
        .extracting(installed -> installed.origin())
        .containsExactly(jar.toString());
    assertThat(installation.libraries()).extracting(library -> library.type().getName())
        .contains("acme.Good");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
    "throw new IllegalStateException(\"no licence\"); | return List.of(); | no licence",
    "throw new NoSuchMethodError(\"gone\"); | return List.of(); | gone",
    "return null; | return List.of(); | NullPointerException",
    "return List.of(twice(\"acme:twice\")); | throw new IllegalStateException(\"later\"); | later",
    "return List.of(twice(\"acme:twice\")); | return List.of(of(\"nobody:declares\", DType.F32)); | nobody:declares, which nobody declares",
    "return List.of(twice(\"acme:twice\")); | return List.of(of(\"acme:twice\", DType.F16)); | in f16, which exists only in [f32]",
    "return List.of(twice(\"Not A Name\")); | return List.of(); | a kernel name is"})
  void aPluginThatFailsIsLeftOutAsAWholeAndTheRestLoad(String kernels, String implementations,
      String reason) {
    Path bad = plugin("bad.jar", "Bad", kernels, implementations, NONE);
    Path good = plugin("good.jar", "Good", "return List.of(twice(\"other:twice\"));", NONE, NONE);
    Installation installation = discover(bad, good);
    assertThat(installation.refusedPlugins()).singleElement()
        .satisfies(plugin -> assertThat(plugin.className()).isEqualTo("acme.Bad"))
        .satisfies(plugin -> assertThat(plugin.jar()).isEqualTo(bad.toString()))
        .satisfies(plugin -> assertThat(plugin.reason()).contains(reason));
    assertThat(names(installation)).contains("other:twice").doesNotContain("acme:twice");
  }

  @Test
  void aPluginThatImplementsAKernelOfOneThatWasLeftOutIsLeftOutToo() {
    Path missing = plugin("a.jar", "Missing", "return List.of(twice(\"a:twice\"));",
        "return List.of(of(\"nobody:declares\", DType.F32));", NONE);
    Path second = plugin("b.jar", "Second", "return List.of(twice(\"b:twice\"));",
        "return List.of(of(\"a:twice\", DType.F32));", NONE);
    Path third =
        plugin("c.jar", "Third", NONE, "return List.of(of(\"b:twice\", DType.F32));", NONE);
    Installation installation = discover(third, second, missing);
    assertThat(installation.refusedPlugins()).extracting(RefusedPlugin::className)
        .containsExactlyInAnyOrder("acme.Missing", "acme.Second", "acme.Third");
    assertThat(names(installation)).doesNotContain("a:twice", "b:twice");
  }

  @Test
  void aPluginForAnotherSpiVersionIsLeftOut() {
    Path old = PluginJar.stating("0.0")
        .source("acme.Old",
            ProviderSources.plugin("Old", "return List.of(twice(\"acme:twice\"));", NONE, NONE))
        .service(OpPlugin.class, "acme.Old")
        .write(folder.resolve("old.jar"));
    Installation installation = discover(old);
    assertThat(installation.refusedPlugins()).singleElement()
        .satisfies(plugin -> assertThat(plugin.reason()).contains("SPI 0.0").contains("SPI 0.1"));
    assertThat(names(installation)).doesNotContain("acme:twice");
  }

  @Test
  void namesClaimedByTwoJarsAreOneErrorThatNamesAllOfThem() {
    Path first = plugin("first.jar", "First", "return List.of(twice(\"acme:twice\"));", NONE,
        "return List.of(new OpLibrary<>(String.class, scope -> \"first\"));");
    Path second = plugin("second.jar", "Second", "return List.of(twice(\"acme:twice\"));", NONE,
        "return List.of(new OpLibrary<>(String.class, scope -> \"second\"));");
    Throwable error = catchThrowable(() -> discover(first, second));
    assertThat(error).isInstanceOf(PluginException.class);
    assertThat(((PluginException) error).problems()).extracting(problem -> problem.code())
        .containsExactly(Codes.KERNEL_DUPLICATE, Codes.KERNEL_DUPLICATE);
    GoldenText.assertMessage("plugin-duplicates", error, folder);
  }

  private Installation discover(Path... jars) {
    URL[] urls = new URL[jars.length];
    for (int i = 0; i < jars.length; i++) {
      try {
        urls[i] = jars[i].toUri().toURL();
      } catch (MalformedURLException e) {
        throw new AssertionError(e);
      }
    }
    URLClassLoader loader = new URLClassLoader(urls, PluginDiscoveryTest.class.getClassLoader());
    loaders.add(loader);
    return Installation.discover(SearchPath.standard().and(loader));
  }

  private Path plugin(String file, String className, String kernels, String implementations,
      String libraries) {
    return PluginJar.fitting()
        .source("acme." + className,
            ProviderSources.plugin(className, kernels, implementations, libraries))
        .service(OpPlugin.class, "acme." + className)
        .write(folder.resolve(file));
  }

  private static List<String> names(Installation installation) {
    return installation.catalog()
        .kernels()
        .stream()
        .map(kernel -> kernel.declaration().name().toString())
        .toList();
  }
}
