package dev.assay.backend.referencecpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.provider.BackendProvider;
import dev.assay.spi.provider.SpiVersion;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** What this jar says of itself on the class path and on the module path is the same. */
class ServiceFilesTest {
  @Test
  void serviceFileAndModuleDescriptorNameTheSameProvider() throws IOException {
    ModuleDescriptor descriptor;
    try (InputStream info = resource("module-info.class")) {
      descriptor = ModuleDescriptor.read(info);
    }
    try (InputStream services = resource("META-INF/services/" + BackendProvider.class.getName())) {
      List<String> named =
          new String(services.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      assertThat(descriptor.provides()).singleElement().satisfies(provides -> {
        assertThat(provides.service()).isEqualTo(BackendProvider.class.getName());
        assertThat(provides.providers()).isEqualTo(named);
      });
    }
  }

  @Test
  void theStatedSpiVersionIsTheOneThatItIsBuiltWith() throws IOException {
    Properties properties = new Properties();
    try (InputStream stated = resource(SpiVersion.RESOURCE)) {
      properties.load(stated);
    }
    assertThat(SpiVersion.parse(properties.getProperty("spi.version")))
        .isEqualTo(SpiVersion.CURRENT);
  }

  private static InputStream resource(String name) throws IOException {
    return ReferenceCpuProvider.class.getModule().isNamed()
        ? ReferenceCpuProvider.class.getModule().getResourceAsStream(name)
        : ReferenceCpuProvider.class.getClassLoader().getResourceAsStream(name);
  }
}
