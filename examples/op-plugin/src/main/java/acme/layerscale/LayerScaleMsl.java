package acme.layerscale;

import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.Geometry;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The Metal Shading Language implementations, one for each dtype, all from one text. */
final class LayerScaleMsl {
  // snippet: implementations
  private static final String FILE = "layer_scale.metal";

  private LayerScaleMsl() {}

  static List<Implementation> implementations() {
    KernelSource source = KernelSource.of("acme/" + FILE, text());
    Geometry grid = new Geometry(
        Geometry.Form.THREADS,
        Geometry.Axes.of("params.width", "params.rows", "1"),
        Geometry.Axes.of("32", "8", "1"));
    return List.of(
        Implementation.msl(LayerScale.NAME, "plain", DType.F32, source, "layer_scale_f32", grid),
        Implementation.msl(LayerScale.NAME, "plain", DType.F16, source, "layer_scale_f16", grid));
  }

  private static String text() {
    try (InputStream file = LayerScaleMsl.class.getResourceAsStream(FILE)) {
      return new String(Objects.requireNonNull(file, FILE).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
  // end
}
