package dev.assay.models.onnx;

import dev.assay.models.ModelCodes;
import dev.assay.models.onnx.proto.OnnxProto;
import dev.assay.spi.error.FileReasons;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * The tensors' data in files beside the model. A location is a relative path, and the file that it leads to after all
 * symbolic links lies in the model's folder; everything else could hand any file of this machine to a model's author.
 */
final class ExternalData {
  private final String source;
  private final @Nullable Path folder;
  private long remainingBytes;

  /**
   * External data of one model.
   *
   * @param folder the model's folder without links, or null for a model from a stream, which has none
   * @param limitBytes how many bytes may be read in all
   */
  ExternalData(String source, @Nullable Path folder, long limitBytes) {
    this.source = source;
    this.folder = folder;
    this.remainingBytes = limitBytes;
  }

  /** The bytes of one tensor, or null after its problem was added. */
  @Nullable
  MemorySegment read(List<OnnxProto.Entry> entries, long byteSize, String place,
      Problems problems) {
    Map<String, String> values = new HashMap<>();
    entries.forEach(entry -> values.put(entry.getKey(), entry.getValue()));
    String location = values.getOrDefault("location", "");
    if (folder == null) {
      problems.add(
          Problem.of(ModelCodes.ONNX_EXTERNAL_MISSING, place + " has its data in another file")
              .expected("data in the model itself, as it comes from a stream",
                  "location '" + location + "'")
              .remedy("read the model from its file"));
      return null;
    }
    long offset = number(values.getOrDefault("offset", "0"));
    long length = number(values.getOrDefault("length", Long.toString(byteSize)));
    if (offset < 0 || length < 0) {
      problems.add(
          Problem.of(ModelCodes.ONNX_MALFORMED, place + " has a damaged external reference")
              .expected("offset and length as decimal numbers", values.toString()));
      return null;
    }
    if (length != byteSize) {
      problems.add(
          Problem
              .of(ModelCodes.ONNX_LENGTH,
                  place + " has external data of another length than its dimensions say")
              .expected(byteSize + " bytes", length + " bytes"));
      return null;
    }
    Path file = inside(folder, location);
    if (file == null) {
      problems.add(
          Problem
              .of(ModelCodes.ONNX_EXTERNAL_OUTSIDE,
                  place + " has its data outside the model's folder")
              .expected("a file in the folder of " + source, "location '" + location + "'")
              .remedy("put the data beside the model; do not load models that you do not trust"));
      return null;
    }
    try {
      return read(file, offset, length, place, problems);
    } catch (IOException e) {
      problems.add(
          Problem
              .of(ModelCodes.ONNX_EXTERNAL_MISSING,
                  place + " has external data that cannot be read")
              .expected("a readable file at '" + location + "'", FileReasons.reading(e)));
      return null;
    }
  }

  /** Where a location leads, without links, or null where that is outside the folder. */
  private static @Nullable Path inside(Path folder, String location) {
    try {
      Path relative = Path.of(location);
      if (location.isEmpty() || relative.getRoot() != null || names(relative).contains("..")) {
        return null;
      }
      Path file = folder.resolve(relative);
      if (!Files.exists(file)) {
        return file;
      }
      Path real = file.toRealPath();
      return real.startsWith(folder) ? real : null;
    } catch (IOException | InvalidPathException e) {
      return null;
    }
  }

  private static List<String> names(Path path) {
    return StreamSupport.stream(path.spliterator(), false).map(Path::toString).toList();
  }

  private @Nullable MemorySegment read(Path file, long offset, long length, String place,
      Problems problems)
      throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      problems.add(
          Problem
              .of(ModelCodes.ONNX_EXTERNAL_MISSING, place + " has external data that is not there")
              .expected("a regular file", file.getFileName() + " is none"));
      return null;
    }
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      long size = channel.size();
      if (length > size - offset) {
        problems.add(
            Problem
                .of(ModelCodes.ONNX_EXTERNAL_RANGE,
                    place + " reaches past the end of its external data")
                .expected("a range within " + size + " bytes", length + " bytes at " + offset));
        return null;
      }
      if (length > remainingBytes) {
        problems.add(
            Problem
                .of(ModelCodes.ONNX_TOO_LARGE,
                    "the model with its external data is larger than the reader allows")
                .expected("at most " + remainingBytes + " more bytes",
                    length + " bytes for " + place));
        return null;
      }
      ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(length));
      while (bytes.hasRemaining() && channel.read(bytes, offset + bytes.position()) >= 0) {}
      if (bytes.hasRemaining()) {
        throw new IOException("the file became shorter while it was read");
      }
      remainingBytes -= length;
      return MemorySegment.ofArray(bytes.array());
    }
  }

  /** A number as ONNX writes it, or −1. */
  private static long number(String text) {
    try {
      return text.chars().allMatch(c -> c >= '0' && c <= '9') ? Long.parseLong(text) : -1;
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
