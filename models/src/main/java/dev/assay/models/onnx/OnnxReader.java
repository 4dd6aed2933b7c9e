package dev.assay.models.onnx;

import dev.assay.models.ModelCodes;
import dev.assay.spi.error.FileReasons;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apiguardian.api.API;

/**
 * Reads ONNX files. Files are untrusted: no length in one is believed before it was compared with the bytes that are
 * there, and external data must lie in the model's folder. What is wrong is an {@link InvalidInputException} with a
 * code of {@link ModelCodes}; problems of several tensors come together.
 *
 * <p>Tensors share the memory that the file was read into, so one tensor keeps all of it alive. The checksum that
 * ONNX allows for external data is not compared.
 *
 * <p>Source of the format: the published schema of ONNX, {@code onnx.proto}.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class OnnxReader {
  /** The most bytes that a model may have, external data included, where the caller sets no limit. */
  public static final int DEFAULT_LIMIT_BYTES = Integer.MAX_VALUE - 64;

  private final int limitBytes;

  /** A reader with the default limit. */
  public OnnxReader() {
    this(DEFAULT_LIMIT_BYTES);
  }

  /** A reader that refuses models over {@code limitBytes}, external data included. */
  public OnnxReader(int limitBytes) {
    if (limitBytes < 0 || limitBytes > DEFAULT_LIMIT_BYTES) {
      throw new IllegalArgumentException(
          "the limit lies between 0 and " + DEFAULT_LIMIT_BYTES + ", not " + limitBytes);
    }
    this.limitBytes = limitBytes;
  }

  /** Reads a model and the external data beside it. */
  public OnnxModel read(Path file) {
    String source = file.toString();
    try (InputStream stream = Files.newInputStream(file)) {
      byte[] bytes = bytes(stream, source);
      Path folder = file.toAbsolutePath().resolveSibling("").toRealPath();
      ExternalData external = new ExternalData(source, folder, limitBytes - bytes.length);
      return new GraphDecoder(source, external).decode(GraphField.find(bytes, source));
    } catch (IOException e) {
      throw new InvalidInputException(
          Problem.of(ModelCodes.FILE_UNREADABLE,
              "cannot read the model file: " + FileReasons.reading(e))
              .at(source),
          e);
    }
  }

  /**
   * Reads a model from a stream to its end; the caller closes it. A model with external data is refused.
   *
   * @param source what the stream comes from, for messages
   */
  public OnnxModel read(InputStream stream, String source) throws IOException {
    byte[] bytes = bytes(stream, source);
    return new GraphDecoder(source, new ExternalData(source, null, 0))
        .decode(GraphField.find(bytes, source));
  }

  private byte[] bytes(InputStream stream, String source) throws IOException {
    byte[] bytes = stream.readNBytes(limitBytes + 1);
    if (bytes.length > limitBytes) {
      throw new InvalidInputException(
          Problem.of(ModelCodes.ONNX_TOO_LARGE, "the model is larger than the reader allows")
              .at(source)
              .expected("at most " + limitBytes + " bytes", "more")
              .remedy("give the reader a higher limit if the file is to be trusted"));
    }
    return bytes;
  }
}
