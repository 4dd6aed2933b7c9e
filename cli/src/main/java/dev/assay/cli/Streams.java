package dev.assay.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the command writes.
 *
 * @param out the answer; a stream that does not hide its errors
 * @param err logs, progress, warnings and, in text mode, errors
 * @param errIsTerminal whether a person watches {@code err}
 */
public record Streams(OutputStream out, PrintStream err, boolean errIsTerminal) {
  /** The property by which the launcher says whether standard error is a terminal; Java cannot tell. */
  private static final String TERMINAL_PROPERTY = "assay.stderr.terminal";

  /** The streams of this process. */
  public static Streams ofProcess() {
    return new Streams(new FileOutputStream(FileDescriptor.out), System.err, isTerminal());
  }

  private static boolean isTerminal() {
    String told = System.getProperty(TERMINAL_PROPERTY);
    if (told != null) {
      return told.equals("true");
    }
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException notLinux) {
      return false;
    }
  }
}
