package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.assay.models.text.Tokenizer;
import dev.assay.spi.error.InvalidInputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TextFileTest {
  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  @TempDir
  Path folder;

  @Property(tries = 300)
  void aFileIsItsLines(
      @ForAll("lines") List<String> lines, @ForAll boolean carriageReturns, @ForAll boolean mark,
      @ForAll boolean ended)
      throws IOException {
    String end = carriageReturns ? "\r\n" : "\n";
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(mark ? MARK : new byte[0]);
    bytes.writeBytes(
        (String.join(end, lines) + (ended ? end : "")).getBytes(StandardCharsets.UTF_8));
    Path file = Files.createTempFile("texts", ".txt");
    try {
      Files.write(file, bytes.toByteArray());
      assertThat(TextFile.read(file)).isEqualTo(lines);
    } finally {
      Files.delete(file);
    }
  }

  @Provide
  Arbitrary<List<String>> lines() {
    Arbitrary<String> part = Arbitraries.strings()
        .withCharRange(' ', '\u2027')
        .withCharRange('\u202a', '\ud7ff')
        .withChars('\t', '\u000b', '\u3000')
        .ofMaxLength(40)
        .filter(text -> !text.endsWith("\r") && !text.startsWith("\ufeff"));
    Arbitrary<String> line = part.flatMap(a -> part.map(b -> a + "x🙂" + b));
    return line.list().ofMinSize(1).ofMaxSize(20);
  }

  @Test
  void linesLongerThanTheReadBufferStayWhole() throws IOException {
    List<String> lines = List.of("a".repeat(200_000), "漢".repeat(70_001), "b");
    assertThat(TextFile.read(write(String.join("\n", lines)))).isEqualTo(lines);
  }

  @ParameterizedTest
  @MethodSource("wrongFiles")
  void whatIsWrongNamesTheLine(String golden, String latin1) throws IOException {
    Path file = folder.resolve("texts.txt");
    Files.write(file, latin1.getBytes(StandardCharsets.ISO_8859_1));
    InvalidInputException error =
        catchThrowableOfType(InvalidInputException.class, () -> TextFile.read(file));
    Golden.check("file-" + golden, error.getMessage().replace(file.toString(), "texts.txt") + "\n");
  }

  /** Names of golden messages, and the bytes of a file as characters of ISO 8859-1. */
  static Stream<Arguments> wrongFiles() {
    return Stream.of(
        arguments("empty", ""),
        arguments("one-line-feed", "\n"),
        arguments("mark-only", "\u00ef\u00bb\u00bf"),
        arguments("blank-lines", "a\n\n \t\r\nb\n\u00c2\u00a0\n\u0001\n"),
        arguments("blank-last-line", "a\n\n"),
        arguments("not-utf8", "ok\nb\u00ffd\nfine\n\u00c3"),
        arguments("surrogate", "\u00ed\u00a0\u0080"),
        arguments("overlong", "\u00c0\u00af"),
        arguments("utf16", "\u00ff\u00fea\u0000"),
        arguments("many-problems", "\n".repeat(12)));
  }

  @Test
  void aLineOverTheLimitIsRefused() throws IOException {
    Path file = write("short\n" + "a".repeat(Tokenizer.MAX_CHARS) + "\n"
        + "b".repeat(Tokenizer.MAX_CHARS + 1) + "\nlast");
    InvalidInputException error =
        catchThrowableOfType(InvalidInputException.class, () -> TextFile.read(file));
    assertThat(error.problems()).singleElement()
        .satisfies(problem -> assertThat(problem.what()).isEqualTo("line 3 is too long"));
  }

  @Test
  void aLineWithoutEndStopsTheReading() throws IOException {
    assumeTrue(Files.isReadable(Path.of("/dev/zero")),
        "there is no /dev/zero here");
    InvalidInputException error =
        catchThrowableOfType(InvalidInputException.class,
            () -> TextFile.read(Path.of("/dev/zero")));
    assertThat(error.code().id()).isEqualTo("text.too_long");
  }

  @Test
  void aFileThatCannotBeReadIsNamed() {
    Path missing = folder.resolve("missing.txt");
    InvalidInputException error =
        catchThrowableOfType(InvalidInputException.class, () -> TextFile.read(missing));
    Golden.check("file-missing",
        error.getMessage().replace(missing.toString(), "missing.txt") + "\n");
    assertThat(
        catchThrowableOfType(InvalidInputException.class, () -> TextFile.read(folder)).code().id())
        .isEqualTo("file.unreadable");
  }

  private Path write(String content) throws IOException {
    return Files.writeString(folder.resolve("texts.txt"), content);
  }
}
