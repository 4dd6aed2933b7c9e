package dev.assay.cli;

import dev.assay.cli.output.Answer;
import dev.assay.models.ModelCodes;
import dev.assay.msl.reader.MslCheck;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code assay msl check}: what the kernels of MSL files are called and what they take. */
@Command(
    name = "check",
    description = {
      "Reads the signature of every kernel in MSL files. Files are not compiled",
      "by this version: the field compiled is null."},
    sortOptions = false)
final class MslCheckCommand implements Subcommand {
  @Parameters(paramLabel = "FILE", arity = "1..*", description = "A file in MSL.")
  List<Path> files = new ArrayList<>();

  @Option(
      names = "-I",
      paramLabel = "DIR",
      description = "Where to look for included files that do not stand beside the file.")
  List<Path> roots = new ArrayList<>();

  @Option(
      names = "-D",
      paramLabel = "NAME=VALUE",
      description = "Defines a macro; without a value it is 1.",
      mapFallbackValue = "1")
  Map<String, String> defines = new LinkedHashMap<>();

  @Override
  public Answer run(Session session) {
    Problems problems = new Problems("msl check");
    List<MslCheck> checks = new ArrayList<>();
    for (Path file : files) {
      try {
        checks.add(MslCheck.file(file, roots, defines));
      } catch (IOException unreadable) {
        problems.add(
            Problem.of(ModelCodes.FILE_UNREADABLE, "the file cannot be read: " + unreadable)
                .at(file.toString()));
      }
    }
    problems.throwIfAny(InvalidInputException::new);
    return new MslCheckAnswer(checks);
  }
}
