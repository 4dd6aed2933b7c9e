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
import dev.assay.spi.error.FileReasons;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.error.UnavailableException;
import dev.assay.spi.kernel.KernelSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
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
      "is installed, compiles each file for this machine. With --plugin it does so with",
      "the texts that the jar's implementations are made from; files may then be left out."},
    sortOptions = false)
final class MslCheckCommand implements Subcommand {
  @Parameters(paramLabel = "FILE", arity = "0..*", description = "A file in MSL.")
  List<Path> files = new ArrayList<>();

  @Option(
      names = "-I",
      paramLabel = "DIR",
      description = "Where to look for files that a FILE includes and that do not stand beside it.")
  List<Path> roots = new ArrayList<>();

  @Option(
      names = "-D",
      paramLabel = "NAME=VALUE",
      description = "Defines a macro for each FILE; without a value it is 1.",
      mapFallbackValue = "1")
  Map<String, String> defines = new LinkedHashMap<>();

  @Override
  public Answer run(Session session) {
    if (files.isEmpty() && session.searchPath().plugins().isEmpty()) {
      throw new InvalidCallException(
          Problem.of(CliCodes.USAGE_INVALID, "there is nothing to check")
              .at("msl check")
              .expected("a FILE or --plugin JAR", "neither")
              .remedy("see assay msl check --help"));
    }
    List<Read> sources = read();
    for (KernelSource source : PluginSources.of(session)) {
      sources.add(new Read(source.name(), MslReader.read(PluginSources.text(source))));
    }
    List<MslCheck> checks = new ArrayList<>();
    sources.forEach(source -> checks.add(MslCheck.of(source.name, source.module)));
    try (MslRuntime compiler = MslRuntime.open(MslBuild.FAST)) {
      int i = 0;
      for (Read source : sources) {
        KernelCompiler.Check compiled = compiler.check(source.module);
        checks.set(i, checks.get(i++).withCompiled(compiled.compiles(), compiled.diagnostics()));
      }
    } catch (UnavailableException e) {
      session.warn("the files are read but not compiled: " + e.getMessage());
    }
    return new MslCheckAnswer(checks);
  }

  private record Read(String name, MslModule module) {}

  private List<Read> read() {
    Problems problems = new Problems("msl check");
    List<Read> sources = new ArrayList<>();
    for (Path file : new LinkedHashSet<>(files)) {
      try {
        MslSource source =
            MslSource.of(SourcePart.read(file))
                .withIncludes(Includes.folders(roots))
                .withDefines(defines);
        sources.add(new Read(file.toString(), MslReader.read(source)));
      } catch (IOException unreadable) {
        problems.add(
            Problem.of(ModelCodes.FILE_UNREADABLE,
                "the file cannot be read: " + FileReasons.reading(unreadable))
                .at(file.toString()));
      }
    }
    problems.throwIfAny(InvalidInputException::new);
    return sources;
  }
}
