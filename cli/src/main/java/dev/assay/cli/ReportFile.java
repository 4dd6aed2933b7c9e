package dev.assay.cli;

import dev.assay.spi.error.FileReasons;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A file that a user names for a report: it gets all of its content at once, or keeps what it has. */
final class ReportFile {
  private final Path file;

  private ReportFile(Path file) {
    this.file = file;
  }

  /** The file, tried out: one that cannot be written is {@code report.unwritable} before any work is done for it. */
  static ReportFile at(Path named) {
    try {
      Path absolute = named.toAbsolutePath();
      if (Files.exists(absolute) && !Files.isRegularFile(absolute)) {
        throw unwritable(named, "a folder, device or pipe", null);
      }
      // A link stays one, and what it points to is replaced.
      ReportFile file =
          new ReportFile(Files.exists(absolute) ? absolute.toRealPath() : absolute);
      Path trial = file.sibling();
      Files.writeString(trial, "", StandardOpenOption.CREATE_NEW);
      Files.delete(trial);
      return file;
    } catch (IOException e) {
      throw unwritable(named, FileReasons.writing(e), e);
    }
  }

  /** Where it is. */
  Path path() {
    return file;
  }

  /** Replaces the content; after an error the file is as it was. */
  void write(String content) {
    Path fresh = sibling();
    try {
      try {
        Files.writeString(fresh, content, StandardOpenOption.CREATE_NEW);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(fresh);
      }
    } catch (IOException e) {
      throw unwritable(file, FileReasons.writing(e), e);
    }
  }

  /** A new file beside it, so that a move between the two is one step of the file system. */
  private Path sibling() {
    return file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID() + ".tmp");
  }

  private static InvalidInputException unwritable(Path file, String found,
      @Nullable Exception cause) {
    Problem problem =
        Problem.of(CliCodes.REPORT_UNWRITABLE, "cannot write the report " + file)
            .expected("a file in a folder that exists and can be written", found)
            .remedy("name another file, or make the folder");
    return cause == null
        ? new InvalidInputException(problem)
        : new InvalidInputException(problem, cause);
  }
}
