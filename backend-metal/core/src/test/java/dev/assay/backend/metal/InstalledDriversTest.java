package dev.assay.backend.metal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.backend.metal.driver.MetalDriverProvider;
import dev.assay.spi.provider.Availability;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstalledDriversTest {
  private static final String USABLE =
      "return new Availability.Usable(\"a good device\", Map.of(\"most\", 7L), Map.of(\"fast\", true));";
  private static final Availability GOOD =
      new Availability.Usable("a good device", Map.of("most", 7L), Map.of("fast", true));

  @TempDir
  private Path folder;

  /** Compiles a driver that is only asked whether it works; the name of its class. */
  private String driver(String className, String name, String probe, String constructor)
      throws IOException {
    Path source = Files.createDirectories(folder.resolve("acme")).resolve(className + ".java");
    Files.writeString(source,
        """
            package acme;
            import dev.assay.backend.metal.driver.MetalDriver;
            import dev.assay.spi.provider.Availability;
            import java.util.Map;
            public final class %s implements dev.assay.backend.metal.driver.MetalDriverProvider {
              public %s() { %s }
              public String name() { return "%s"; }
              public Availability probe() { %s }
              public MetalDriver open(Map<String, String> settings) { throw new UnsupportedOperationException(); }
            }
            """
            .formatted(className, className, constructor, name, probe));
    String path = System.getProperty("jdk.module.path", "") + File.pathSeparator
        + System.getProperty("java.class.path") + File.pathSeparator + "target/classes";
    StringWriter messages = new StringWriter();
    PrintWriter writer = new PrintWriter(messages);
    int status = ToolProvider.findFirst("javac")
        .orElseThrow()
        .run(writer, writer, "-proc:none", "-cp", path, source.toString());
    assertThat(status).as(messages.toString()).isZero();
    return "acme." + className;
  }

  private Map<String, Availability> found(String... classNames) throws IOException {
    Path file = folder.resolve("META-INF/services/" + MetalDriverProvider.class.getName());
    Files.createDirectories(file.getParent());
    Files.write(file, List.of(classNames));
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()},
        InstalledDriversTest.class.getClassLoader())) {
      return InstalledDrivers.load(loader).probe();
    }
  }

  @Test
  void oneThatDoesNotLoadIsUnavailableWithItsReasonAndTheRestAreListed() throws IOException {
    String broken = driver("Broken", "broken", USABLE,
        "if (true) throw new UnsatisfiedLinkError(\"no framework here\");");
    String throwing = driver("Throwing", "throwing",
        "throw new IllegalStateException(\"the cable is loose\");", "");
    String silent = driver("Silent", "silent", "return null;", "");
    Map<String, Availability> found =
        found(broken, "acme.Missing", throwing, silent, driver("Good", "good", USABLE, ""));

    assertThat(found).containsEntry("good", GOOD).hasSize(5);
    assertThat(reason(found, "throwing")).contains("the cable is loose");
    assertThat(reason(found, "silent")).contains("null");
    assertThat(reason(found, broken)).contains("no framework here");
    assertThat(found.values()).extracting(Object::toString)
        .anyMatch(each -> each.contains("acme.Missing"));
  }

  @Test
  void aSecondOneOfANameIsReported() throws IOException {
    String twin = driver("Twin", "good", USABLE, "");
    Map<String, Availability> found = found(driver("Good", "good", USABLE, ""), twin);

    assertThat(found).containsEntry("good", GOOD);
    assertThat(reason(found, twin)).contains("second", "'good'");
  }

  @Test
  void withoutAnyTheBackendSaysThatThereIsNone() {
    assertThat(new MetalProvider().drivers()).isEmpty();
    assertThat(new MetalProvider().probe()).isInstanceOfSatisfying(Availability.Unavailable.class,
        none -> assertThat(none.reason()).contains("no Metal driver", "none is"));
  }

  private static String reason(Map<String, Availability> found, String name) {
    return ((Availability.Unavailable) found.get(name)).reason();
  }
}
