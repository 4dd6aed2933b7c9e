package dev.assay.cli.output;

import java.util.List;
import java.util.stream.Collectors;

/** Words as a POSIX shell reads them back. */
public final class ShellWords {
  private ShellWords() {}

  /** The words as one line to be pasted. */
  public static String of(List<String> words) {
    return words.stream().map(ShellWords::quoted).collect(Collectors.joining(" "));
  }

  private static String quoted(String word) {
    return word.matches("[A-Za-z0-9_@%+=:,./-]+")
        ? word
        : "'" + word.replace("'", "'\\''") + "'";
  }
}
