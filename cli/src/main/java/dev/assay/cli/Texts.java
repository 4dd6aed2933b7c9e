package dev.assay.cli;

import dev.assay.models.ModelCodes;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import java.util.List;

/** Checks texts before the work of loading a model, so that what is wrong with them is said at once. */
final class Texts {
  private static final int REPLACEMENT = 0xFFFD;

  private Texts() {}

  /** Whether a BERT tokeniser finds nothing in the text: it drops white space, control and format characters. */
  static boolean isBlank(String text) {
    return text.codePoints().allMatch(point -> switch (Character.getType(point)) {
      case Character.SPACE_SEPARATOR, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR,
          Character.CONTROL,
          Character.FORMAT -> true;
      default -> point == REPLACEMENT;
    });
  }

  /**
   * Refuses texts from the command line that are blank or hold U+FFFD: Java puts that character for bytes that the
   * locale's encoding cannot express, and the vector would be another text's.
   */
  static void check(List<String> texts) {
    Problems problems = new Problems("command line");
    for (int i = 0; i < texts.size(); i++) {
      String where = "text " + (i + 1);
      if (texts.get(i).indexOf(REPLACEMENT) >= 0) {
        problems.add(
            Problem
                .of(CliCodes.TEXT_ENCODING,
                    where + " holds U+FFFD, which stands for bytes that Java could not read")
                .expected("characters of the locale's encoding",
                    "the encoding " + System.getProperty("sun.jnu.encoding"))
                .remedy("set LC_ALL=C.UTF-8, or give the texts with --file"));
      } else if (isBlank(texts.get(i))) {
        problems.add(
            Problem.of(ModelCodes.TEXT_EMPTY, where + " is blank")
                .expected(
                    "at least one letter, digit, sign or symbol",
                    texts.get(i).isEmpty() ? "nothing" : "only white space or control characters"));
      }
    }
    problems.throwIfAny(InvalidInputException::new);
  }
}
