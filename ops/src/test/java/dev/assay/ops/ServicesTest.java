package dev.assay.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.provider.OpPlugin;
import dev.assay.spi.provider.SpiVersion;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ServicesTest {
  private static Path classes() throws URISyntaxException {
    return Path.of(OpsPlugin.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  @Test
  void classPathAndModulePathNameTheSameProviders() throws Exception {
    List<String> file =
        Files.readAllLines(classes().resolve("META-INF/services/" + OpPlugin.class.getName()));
    try (InputStream module = Files.newInputStream(classes().resolve("module-info.class"))) {
      List<String> provided = ModuleDescriptor.read(module)
          .provides()
          .stream()
          .filter(provides -> provides.service().equals(OpPlugin.class.getName()))
          .flatMap(provides -> provides.providers().stream())
          .toList();

      assertThat(file).containsExactlyInAnyOrderElementsOf(provided).isNotEmpty();
    }
  }

  @Test
  void pluginIsFoundAndStatesAVersionThatThisSpiAccepts() throws IOException, URISyntaxException {
    // Only for this test: the module provides and does not use.
    ServicesTest.class.getModule().addUses(OpPlugin.class);
    assertThat(ServiceLoader.load(OpPlugin.class)).hasAtLeastOneElementOfType(OpsPlugin.class);

    Properties stated = new Properties();
    stated.load(
        Files.newBufferedReader(classes().resolve(SpiVersion.RESOURCE), StandardCharsets.UTF_8));
    assertThat(SpiVersion.CURRENT.accepts(SpiVersion.parse(stated.getProperty("spi.version"))))
        .isTrue();
    assertThat(stated.getProperty("version")).isNotBlank();
  }

  @Test
  void everyDeclarationOfTheModuleIsInThePluginAndTheCatalogTakesThemAll() throws Exception {
    Set<KernelDeclaration> declared = new HashSet<>();
    try (Stream<Path> files = Files.walk(classes())) {
      for (Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
        String name = classes().relativize(file)
            .toString()
            .replace(".class", "")
            .replace('/', '.')
            .replace('\\', '.');
        if (!name.endsWith("-info")) {
          Class<?> type = Class.forName(name);
          for (var field : type.getDeclaredFields()) {
            if (field.getType() == KernelDeclaration.class) {
              declared.add((KernelDeclaration) field.get(null));
            }
          }
        }
      }
    }

    List<KernelDeclaration> kernels = new OpsPlugin().kernels();
    assertThat(kernels).containsExactlyInAnyOrderElementsOf(declared)
        .hasSizeGreaterThanOrEqualTo(15);
    KernelCatalog.Builder catalog = KernelCatalog.builder();
    kernels.forEach(kernel -> catalog.kernel(kernel, "ops"));
    assertThat(catalog.build().kernels()).hasSameSizeAs(kernels);
    assertThat(kernels).allMatch(kernel -> kernel.name().namespace().equals("assay"));
    assertThat(kernels).noneMatch(kernel -> kernel.numerics().isBlank());
  }
}
