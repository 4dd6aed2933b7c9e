package dev.assay.msl.reader.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A named piece of MSL text: a file, a resource, or text made in memory. A translation unit is a list of parts, read as
 * if they stood one after the other; every position names its part. Immutable.
 *
 * @param name what diagnostics call the part
 * @param text the decoded text; a byte order mark at its start is not part of it
 * @param file the file it was read from; quoted includes are looked for beside it
 * @param validUtf8 false when bytes were not UTF-8 and stand in the text as U+FFFD
 */
public record SourcePart(String name, String text, Optional<Path> file, boolean validUtf8) {

  private static final int MAX_FILE_BYTES = 64 << 20;
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  /** Text that comes from no file. */
  public static SourcePart of(String name, String text) {
    return new SourcePart(name, withoutMark(text), Optional.empty(), true);
  }

  /** The part that {@code bytes} hold, whatever they are: a byte that is not UTF-8 becomes U+FFFD. */
  public static SourcePart decode(String name, byte[] bytes) {
    return decode(name, bytes, Optional.empty());
  }

  /**
   * Reads a file, named by its path as given.
   *
   * @throws IOException when the file cannot be read or is longer than 64 MiB; never because of what it holds
   */
  public static SourcePart read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      // Counted while reading: the size that a device or a pipe states says nothing.
      byte[] bytes = in.readNBytes(MAX_FILE_BYTES + 1);
      if (bytes.length > MAX_FILE_BYTES) {
        throw new IOException(file + " has more than " + MAX_FILE_BYTES + " bytes");
      }
      return decode(file.toString(), bytes, Optional.of(file));
    }
  }

  private static SourcePart decode(String name, byte[] bytes, Optional<Path> file) {
    try {
      String text = StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(bytes))
          .toString();
      return new SourcePart(name, withoutMark(text), file, true);
    } catch (CharacterCodingException e) {
      return new SourcePart(name, withoutMark(new String(bytes, StandardCharsets.UTF_8)), file,
          false);
    }
  }

  private static String withoutMark(String text) {
    return !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
  }

  @Override
  public String toString() {
    return name;
  }
}
