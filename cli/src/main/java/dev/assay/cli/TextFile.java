package dev.assay.cli;

import dev.assay.models.ModelCodes;
import dev.assay.models.text.Tokenizer;
import dev.assay.spi.error.FileReasons;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of texts, one a line, in UTF-8. A line ends with a line feed, with or without a carriage return before it; the
 * last line feed ends the last line. A byte order mark at the start is no part of the first text. Blank lines, bytes
 * that are not UTF-8 and lines over the tokeniser's limit are errors that name the line, as many as {@value
 * #MOST_PROBLEMS} together. Used once.
 */
final class TextFile {
  /** Where reading stops: a file that is not text at all has an error on every line. */
  static final int MOST_PROBLEMS = 10;

  // UTF-8 takes at most three bytes for a UTF-16 unit.
  private static final int MAX_LINE_BYTES = 3 * Tokenizer.MAX_CHARS;
  // A byte order mark and a carriage return do not count.
  private static final int LINE_MARKS = 4;
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final Problems problems;
  private final List<String> texts = new ArrayList<>();
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private int lines;

  private TextFile(Path path) {
    this.problems = new Problems(path.toString());
  }

  /** All texts of the file, at least one; pipes and devices are read to their end. */
  static List<String> read(Path path) {
    TextFile file = new TextFile(path);
    try (InputStream in = Files.newInputStream(path)) {
      file.readLines(in);
    } catch (IOException e) {
      throw unreadable(path, e);
    }
    if (file.lines == 0) {
      file.problems.add(
          Problem.of(ModelCodes.TEXT_EMPTY, "the file is empty")
              .expected("one text a line", "no line"));
    }
    file.problems.throwIfAny(InvalidInputException::new);
    return file.texts;
  }

  private void readLines(InputStream in) throws IOException {
    byte[] chunk = new byte[1 << 16];
    for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
      int start = 0;
      for (int i = 0; i < length; i++) {
        if (chunk[i] == '\n') {
          line.write(chunk, start, i - start);
          start = i + 1;
          endLine();
        }
      }
      line.write(chunk, start, length - start);
      if (line.size() > MAX_LINE_BYTES + LINE_MARKS) {
        endLine();
        throw new InvalidInputException(problems.list());
      }
    }
    if (line.size() > 0) {
      endLine();
    }
  }

  private void endLine() {
    lines++;
    ByteBuffer bytes = ByteBuffer.wrap(line.toByteArray());
    line.reset();
    if (lines == 1 && bytes.limit() >= BYTE_ORDER_MARK.length
        && bytes.slice(0, BYTE_ORDER_MARK.length).equals(ByteBuffer.wrap(BYTE_ORDER_MARK))) {
      bytes.position(BYTE_ORDER_MARK.length);
    }
    if (bytes.hasRemaining() && bytes.get(bytes.limit() - 1) == '\r') {
      bytes.limit(bytes.limit() - 1);
    }
    if (bytes.remaining() > MAX_LINE_BYTES) {
      problems.add(tooLong());
    } else {
      addText(bytes);
    }
    if (problems.list().size() == MOST_PROBLEMS) {
      throw new InvalidInputException(problems.list());
    }
  }

  private void addText(ByteBuffer bytes) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
      if (Texts.isBlank(text)) {
        problems.add(
            Problem.of(ModelCodes.TEXT_EMPTY, "line " + lines + " is blank")
                .expected("one text a line",
                    text.isEmpty() ? "an empty line" : "only white space or control characters")
                .remedy("remove the line"));
      } else if (text.length() > Tokenizer.MAX_CHARS) {
        problems.add(tooLong());
      }
      texts.add(text);
    } catch (CharacterCodingException e) {
      int at = bytes.position();
      problems.add(
          Problem.of(CliCodes.TEXT_ENCODING, "line " + lines + " is not UTF-8")
              .expected("UTF-8",
                  String.format("the byte 0x%02X as byte %d of the line", bytes.get(at), at + 1))
              .remedy("convert the file to UTF-8"));
    }
  }

  private Problem tooLong() {
    return Problem.of(ModelCodes.TEXT_TOO_LONG, "line " + lines + " is too long")
        .expected("at most " + Tokenizer.MAX_CHARS + " UTF-16 units", "more");
  }

  private static InvalidInputException unreadable(Path path, IOException cause) {
    return new InvalidInputException(
        Problem.of(ModelCodes.FILE_UNREADABLE, "cannot read the file " + path)
            .expected("a file of texts, one a line", FileReasons.reading(cause)),
        cause);
  }
}
