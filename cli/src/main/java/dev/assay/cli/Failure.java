package dev.assay.cli;

import com.google.gson.stream.JsonWriter;
import dev.assay.cli.output.Answer;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.ErrorCode;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.UnavailableException;
import java.io.IOException;
import java.io.Writer;

/**
 * An error as the command reports it.
 *
 * @param exitCode how the process ends
 * @param code the stable name for scripts
 * @param message the code and the words for a person
 */
record Failure(ExitCode exitCode, ErrorCode code, String message) implements Answer {

  /** Finds the exit code of an error; one from outside Assay also gets a code and words. */
  static Failure of(Throwable thrown) {
    return switch (thrown) {
      case InvalidCallException call -> of(ExitCode.INPUT, call);
      case InvalidInputException input -> of(ExitCode.INPUT, input);
      case UnavailableException backend when isOfBackend(backend) ->
          of(ExitCode.UNAVAILABLE, backend);
      case AssayException other -> of(ExitCode.FAILED, other);
      case OutOfMemoryError memory -> failed(
          Problem.of(Codes.OUT_OF_MEMORY, "the Java heap is used up")
              .expected("the work to fit", String.valueOf(memory.getMessage()))
              .remedy(
                  "give fewer or shorter texts at a time, or more memory: ASSAY_JAVA_OPTS=-Xmx8g"));
      default -> failed(
          Problem.of(CliCodes.INTERNAL, "an error that nobody foresaw: " + thrown)
              .remedy("this is a bug in Assay or in a plugin; set " + Cli.DEBUG
                  + "=1 to see where it arose"));
    };
  }

  /** Whether it is a backend that is unavailable, and not a model or a library. */
  static boolean isOfBackend(UnavailableException error) {
    return error.code().id().startsWith("backend.");
  }

  /** The error for an answer that could not be written. */
  static Failure ofOutput(IOException cause) {
    return failed(
        Problem.of(CliCodes.OUTPUT_FAILED, "cannot write to standard output")
            .expected("an open file or pipe with room", String.valueOf(cause.getMessage())));
  }

  private static Failure of(ExitCode exitCode, AssayException error) {
    return new Failure(exitCode, error.code(), String.valueOf(error.getMessage()));
  }

  private static Failure failed(Problem problem) {
    return new Failure(ExitCode.FAILED, problem.code(), problem.describe());
  }

  @Override
  public void writeText(Writer out) throws IOException {
    out.write("assay: " + message);
    out.write('\n');
  }

  @Override
  public void writeJson(JsonWriter out) throws IOException {
    out.beginObject();
    writeField(out);
    out.endObject();
  }

  /** Writes it as the field {@code error} of an object. */
  void writeField(JsonWriter out) throws IOException {
    out.name("error").beginObject();
    out.name("code").value(code.id());
    out.name("message").value(message);
    out.endObject();
  }
}
