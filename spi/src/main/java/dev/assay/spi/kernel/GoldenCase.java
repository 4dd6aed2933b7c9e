package dev.assay.spi.kernel;

import dev.assay.spi.data.Elements;
import java.util.Map;
import org.apiguardian.api.API;

/**
 * A case with expected values that come from elsewhere, so that the reference function itself can be wrong and be
 * found out.
 *
 * @param input the arguments
 * @param expected the content of every written buffer afterwards, by parameter name
 * @param source where the values come from, precisely enough to make them again
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record GoldenCase(KernelCase input, Map<String, Elements> expected, String source) {
  /** Keeps the order of the map; the source must say something. Nobody writes into elements through it. */
  public GoldenCase {
    expected = KernelCase.readOnly(expected);
    if (source.isBlank() || expected.isEmpty()) {
      throw new IllegalArgumentException(
          "golden case '" + input.label() + "' needs expected values and their source");
    }
  }

  /** A case with one written buffer. */
  public static GoldenCase of(KernelCase input, String output, Elements expected, String source) {
    return new GoldenCase(input, Map.of(output, expected), source);
  }
}
