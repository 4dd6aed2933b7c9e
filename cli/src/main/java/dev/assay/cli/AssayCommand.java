package dev.assay.cli;

import dev.assay.cli.output.OutputFormat;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command itself: the options that every sub-command takes too. */
@Command(
    name = "assay",
    description = "GPU compute for Java that cannot be silently wrong.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    scope = ScopeType.INHERIT,
    sortOptions = false,
    footer = {
      "",
      "Exit status: 0 done, 1 the answer is no, 2 wrong arguments or input,",
      "3 the backend is unavailable, 4 anything else.",
      "Environment: ASSAY_BACKEND (what to run on when --backend does not say),",
      "ASSAY_CACHE_DIR (the cache folder), ASSAY_DEBUG=1 (stack traces of errors)."})
final class AssayCommand {
  @Option(
      names = "--backend",
      paramLabel = "ID",
      scope = ScopeType.INHERIT,
      description = "The backend to run on; without it the best of the usable ones.")
  @Nullable
  String backend;

  @Option(
      names = "--format",
      paramLabel = "text|json",
      scope = ScopeType.INHERIT,
      description = "The form of standard output: for people (default), or one JSON document.")
  OutputFormat format = OutputFormat.TEXT;

  @Option(
      names = "--indirect",
      paramLabel = "on|off|auto",
      scope = ScopeType.INHERIT,
      description = {
        "Whether programs are replayed in segments (default on); auto takes whichever",
        "is faster in the first runs."})
  @Nullable
  String indirect;

  @Option(
      names = "--trace",
      paramLabel = "FILE.json",
      scope = ScopeType.INHERIT,
      description = "Writes a timeline of compiling, encoding, committing and waiting for trace viewers.")
  @Nullable
  Path trace;

  /** The jars of all {@code --plugin} options. */
  final Set<Path> plugins = new LinkedHashSet<>();

  // A field would be emptied again when the option also stands behind the sub-command.
  @Option(
      names = "--plugin",
      paramLabel = "JAR",
      scope = ScopeType.INHERIT,
      description = "A jar with a backend or kernels; may be given several times.")
  void addPlugins(@Nullable List<Path> jars) {
    if (jars != null) {
      plugins.addAll(jars);
    }
  }
}
