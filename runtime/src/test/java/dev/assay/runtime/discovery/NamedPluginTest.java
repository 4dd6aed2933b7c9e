package dev.assay.runtime.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.assay.runtime.GoldenText;
import dev.assay.runtime.RuntimeCodes;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.PluginException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.kernel.KernelName;
import dev.assay.spi.provider.BackendProvider;
import dev.assay.spi.provider.OpPlugin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jars that somebody asked for by name. */
class NamedPluginTest {
  private static final String NONE = "return List.of();";

  @TempDir
  private Path folder;

  @Test
  void twoPluginsWithLibrariesThatDisagreeBothWork() {
    Path one = versioned("one.jar", "one", "1.0");
    Path two = versioned("two.jar", "two", "2.0");
    Installation installation = discover(one, two);
    assertThat(installation.backends()).extracting(BackendEntry::id, BackendEntry::device)
        .contains(tuple("one", "library 1.0"),
            tuple("two", "library 2.0"));
  }

  @Test
  void aPluginUsesItsOwnCopyOfALibraryThatAssayUsesToo() {
    Path jar = PluginJar.fitting()
        .source("com.google.common.base.Joiner", """
            package com.google.common.base;
            public class Joiner {
              public static String own() { return "its own joiner"; }
            }
            """)
        .source("acme.Own", ProviderSources.provider("Own", "own", 1,
            "return new Availability.Usable(com.google.common.base.Joiner.own());"))
        .service(BackendProvider.class, "acme.Own")
        .write(folder.resolve("own.jar"));
    assertThat(discover(jar).backends()).extracting(BackendEntry::device)
        .contains("its own joiner");
  }

  @Test
  void aPluginSeesNoLibraryOfAssays() {
    Path jar = PluginJar.fitting()
        .source("acme.Greedy", ProviderSources.provider("Greedy", "greedy", 1, """
            try {
              Class.forName("com.google.inject.Guice");
              return new Availability.Usable("sees Guice");
            } catch (ClassNotFoundException hidden) {
              return new Availability.Usable("sees nothing");
            }"""))
        .service(BackendProvider.class, "acme.Greedy")
        .write(folder.resolve("greedy.jar"));
    assertThat(discover(jar).backends()).extracting(BackendEntry::device).contains("sees nothing");
  }

  @Test
  void aJarNamedTwiceOrThroughALinkIsOnePlugin() throws IOException {
    Path jar = plugin("good.jar", "Good", "acme:twice");
    Path link = Files.createSymbolicLink(folder.resolve("link.jar"), jar);
    assertThat(discover(jar, jar, link).catalog().declaration(KernelName.of("acme:twice")))
        .isNotNull();
  }

  @Test
  void aNameThatAUrlWouldEscapeIsNoMatter() {
    Path jar = plugin("a jar+100% of #1 äö.jar", "Good", "acme:twice");
    assertThat(discover(jar).catalog().kernels())
        .filteredOn(kernel -> kernel.declaration().name().equals(KernelName.of("acme:twice")))
        .extracting(kernel -> kernel.origin())
        .containsExactly(jar.toString());
  }

  @Test
  void everythingThatIsWrongWithNamedJarsIsOneError() throws IOException {
    Path missing = folder.resolve("missing.jar");
    Path text = Files.writeString(folder.resolve("text.jar"), "not a jar");
    Path empty = Files.createFile(folder.resolve("empty.jar"));
    Path foreign = PluginJar.silent().entry("readme.txt", "hello").write(folder.resolve("f.jar"));
    Path old = PluginJar.stating("0.0")
        .source("acme.Old", ProviderSources.usable("Old", "old", 1))
        .service(BackendProvider.class, "acme.Old")
        .write(folder.resolve("old.jar"));
    Path absent = PluginJar.fitting()
        .service(OpPlugin.class, "acme.Absent")
        .write(folder.resolve("absent.jar"));
    Path failing = PluginJar.fitting()
        .source("acme.Failing",
            ProviderSources.plugin("Failing", "throw new IllegalStateException(\"no licence\");",
                NONE, NONE))
        .service(OpPlugin.class, "acme.Failing")
        .write(folder.resolve("failing.jar"));
    Path broken = PluginJar.fitting()
        .source("acme.Broken", ProviderSources.provider("Broken", "", "return null;", "return 1;",
            "return null;", "return null;"))
        .service(BackendProvider.class, "acme.Broken")
        .write(folder.resolve("broken.jar"));
    InvalidInputException error = catchThrowableOfType(InvalidInputException.class,
        () -> discover(missing, folder, text, empty, foreign, old, absent, failing, broken));
    GoldenText.assertMessage("plugins-named", error, folder);
  }

  @Test
  void onesThatDoNotWorkHereAreListedWithTheReason() {
    Path jar = PluginJar.fitting()
        .source("acme.Cardless", ProviderSources.provider("Cardless", "cardless", 1,
            "return new Availability.Unavailable(\"no card\");"))
        .service(BackendProvider.class, "acme.Cardless")
        .write(folder.resolve("cardless.jar"));
    assertThat(discover(jar).backends()).extracting(BackendEntry::id, BackendEntry::reason)
        .contains(tuple("cardless", "no card"));
  }

  @Test
  void aKernelOfTwoNamedJarsNamesBoth() {
    Path one = plugin("one.jar", "One", "acme:twice");
    Path two = plugin("two.jar", "Two", "acme:twice");
    PluginException error =
        catchThrowableOfType(PluginException.class, () -> discover(one, two));
    assertThat(error).hasMessageContainingAll(one.toString(), two.toString());
  }

  @Test
  void aPartOfAssayPackedIntoAPluginIsRefused() {
    Path jar = PluginJar.fitting()
        .service(OpPlugin.class, "dev.assay.ops.OpsPlugin")
        .write(folder.resolve("shaded.jar"));
    InvalidInputException error =
        catchThrowableOfType(InvalidInputException.class, () -> discover(jar));
    assertThat(error.code()).isEqualTo(RuntimeCodes.PLUGIN_INCOMPATIBLE);
    assertThat(error).hasMessageContainingAll("dev.assay.ops.OpsPlugin", "is a part of Assay");
  }

  @Test
  void librariesNamedByTheManifestAreSeenButBringNoProviders() {
    plugin("library.jar", "Hidden", "acme:hidden");
    Path jar = PluginJar.fitting()
        .entry("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nClass-Path: library.jar\n")
        .source("acme.Uses",
            ProviderSources.provider("Uses", "uses", 1,
                """
                    try {
                      return new Availability.Usable("sees " + Class.forName("acme.Hidden").getSimpleName());
                    } catch (ClassNotFoundException missing) {
                      return new Availability.Usable(missing.toString());
                    }"""))
        .service(BackendProvider.class, "acme.Uses")
        .write(folder.resolve("uses.jar"));
    Installation installation = discover(jar);
    assertThat(installation.backends()).extracting(BackendEntry::device).contains("sees Hidden");
    assertThat(installation.catalog().kernels())
        .extracting(kernel -> kernel.declaration().name().toString())
        .isNotEmpty()
        .doesNotContain("acme:hidden");
  }

  /** Flipped bytes, cut ends and grown middles: the jar works, or what is wrong with it is said. */
  @Test
  void aDamagedJarWorksOrIsANamedError() throws IOException {
    byte[] whole = Files.readAllBytes(plugin("whole.jar", "Good", "acme:twice"));
    Random random = new Random(42);
    int refused = 0;
    for (int i = 0; i < 100; i++) {
      byte[] damaged = damage(whole, random);
      Path jar = Files.write(folder.resolve("damaged.jar"), damaged);
      try {
        discover(jar);
      } catch (InvalidInputException named) {
        refused++;
        assertThat(named.problems()).allSatisfy(problem -> assertThat(problem.code().id())
            .startsWith("plugin."))
            .extracting(Problem::where)
            .containsOnly(jar.toString());
      } finally {
        Files.delete(jar);
      }
    }
    assertThat(refused).isGreaterThan(30);
  }

  private static byte[] damage(byte[] whole, Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> Arrays.copyOf(whole, random.nextInt(whole.length));
      case 1 -> {
        byte[] flipped = whole.clone();
        for (int flips = 1 + random.nextInt(8); flips > 0; flips--) {
          flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
        }
        yield flipped;
      }
      default -> {
        byte[] shifted = new byte[whole.length + 1 + random.nextInt(64)];
        int at = random.nextInt(whole.length);
        System.arraycopy(whole, 0, shifted, 0, at);
        System.arraycopy(whole, at, shifted, at + shifted.length - whole.length, whole.length - at);
        yield shifted;
      }
    };
  }

  private Path versioned(String file, String id, String version) {
    String provider = "Provider_" + id;
    return PluginJar.fitting()
        .source("acme.Library",
            "package acme; class Library { static final String VERSION = String.valueOf(\""
                + version + "\"); }")
        .source("acme." + provider, ProviderSources.provider(provider, id, 1,
            "return new Availability.Usable(\"library \" + Library.VERSION);"))
        .service(BackendProvider.class, "acme." + provider)
        .write(folder.resolve(file));
  }

  private Path plugin(String file, String className, String kernel) {
    return PluginJar.fitting()
        .source("acme." + className, ProviderSources.plugin(className,
            "return List.of(twice(\"" + kernel + "\"));", NONE, NONE))
        .service(OpPlugin.class, "acme." + className)
        .write(folder.resolve(file));
  }

  private static Installation discover(Path... jars) {
    SearchPath path = SearchPath.standard();
    for (Path jar : jars) {
      path = path.andPlugin(jar);
    }
    return Installation.discover(path);
  }
}
