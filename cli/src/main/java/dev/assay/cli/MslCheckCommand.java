package dev.assay.cli;

import dev.assay.cli.output.Answer;
import dev.assay.models.ModelCodes;
import dev.assay.msl.MslBuild;
import dev.assay.msl.MslRuntime;
import dev.assay.msl.compiler.KernelCompiler;
import dev.assay.msl.reader.MslCheck;
import dev.assay.msl.reader.MslModule;
import dev.assay.msl.reader.MslReader;
import dev.assay.msl.reader.MslSource;
import dev.assay.msl.reader.text.Includes;
import dev.assay.msl.reader.text.SourcePart;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.error.UnavailableException;
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
      "Reads the signature of every kernel in MSL files and, where the compiler's jar",
      "is installed, compiles each file for this machine."},
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
    Map<Path, MslModule> modules = read();
    List<MslCheck> checks = new ArrayList<>();
    modules.forEach((file, module) -> checks.add(MslCheck.of(file.toString(), module)));
    try (MslRuntime compiler = MslRuntime.open(MslBuild.FAST)) {
      int i = 0;
      for (MslModule module : modules.values()) {
        KernelCompiler.Check compiled = compiler.check(module);
        checks.set(i, checks.get(i++).withCompiled(compiled.compiles(), compiled.diagnostics()));
      }
    } catch (UnavailableException e) {
      session.warn("the files are read but not compiled: " + e.getMessage());
    }
    return new MslCheckAnswer(checks);
  }

  private Map<Path, MslModule> read() {
    Problems problems = new Problems("msl check");
    Map<Path, MslModule> modules = new LinkedHashMap<>();
    for (Path file : files) {
      try {
        MslSource source =
            MslSource.of(SourcePart.read(file))
                .withIncludes(Includes.folders(roots))
                .withDefines(defines);
        modules.put(file, MslReader.read(source));
      } catch (IOException unreadable) {
        problems.add(
            Problem.of(ModelCodes.FILE_UNREADABLE, "the file cannot be read: " + unreadable)
                .at(file.toString()));
      }
    }
    problems.throwIfAny(InvalidInputException::new);
    return modules;
  }
}
