package dev.assay.cli;

import dev.assay.cli.output.Answer;
import dev.assay.cli.report.Circumstances;
import dev.assay.cli.report.ParityPage;
import dev.assay.parity.Mode;
import dev.assay.parity.ParityOptions;
import dev.assay.parity.ParityReport;
import dev.assay.parity.ParityRun;
import dev.assay.parity.mutants.MutantRun;
import dev.assay.parity.onnx.OnnxRun;
import dev.assay.runtime.Assay;
import dev.assay.runtime.discovery.Installation;
import dev.assay.runtime.discovery.Selection;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code assay parity}: whether a backend computes what it should. */
@Command(
    name = "parity",
    description = {
      "Tries every kernel in every mode on cases with known results.",
      "Compared are values, what lies around them, and whether work was done at all.",
      "A failed trial leaves a file that --replay runs again."},
    sortOptions = false)
final class ParityCommand implements Subcommand {
  private static final String ALL = "all";
  private static final List<String> BUILDS = List.of("checked", "fast");
  private static final List<String> ORDERS = List.of("forward", "reverse", "seeded");

  @Option(
      names = "--kernel",
      paramLabel = "GLOB",
      description = "The kernels whose names fit, such as 'assay:reduce_*' (default *).")
  @Nullable
  String kernel;

  @Option(names = "--dtype", paramLabel = "D", description = "One dtype, such as f16.")
  @Nullable
  String dtype;

  @Option(
      names = "--implementation",
      paramLabel = "I",
      description = "One implementation by name.")
  @Nullable
  String implementation;

  @Option(
      names = "--mode",
      paramLabel = "M",
      split = ",",
      description = {
        "Modes, separated by commas: direct, baked, captured, indirect, resubmitted,",
        "overlapped, or all (default)."})
  @Nullable
  List<String> modes;

  @Option(
      names = "--build",
      paramLabel = "checked|fast",
      description = "The build of each kernel, on backends that have several.")
  @Nullable
  String build;

  @Option(
      names = "--order",
      paramLabel = "forward|reverse|seeded",
      description = "The order of threads, on backends that can choose it.")
  @Nullable
  String order;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "The seed of the first generated case (default 1).")
  @Nullable
  Long seed;

  @Option(
      names = "--replay",
      paramLabel = "BUNDLE",
      description = "Runs the one trial of a file that a failed trial left.")
  @Nullable
  Path replay;

  @Option(
      names = "--report",
      paramLabel = "FILE.html",
      description = "Writes what was found as one page for a browser too.")
  @Nullable
  Path report;

  @Option(
      names = "--onnx",
      paramLabel = "DIR",
      description = "Runs a folder of ONNX's operator tests instead: NAME.json and NAME.bin each.")
  @Nullable
  Path onnx;

  @Option(
      names = "--mutants",
      description = {
        "Proves the measurement instead: makes kernels, device and reference wrong in every known",
        "way, one at a time, and says which a run did not find. --kernel says which kernels."})
  boolean mutants;

  /** Set by picocli. */
  @Spec
  CommandSpec spec = CommandSpec.create();

  @Override
  public Answer run(Session session) {
    ParityOptions options = options();
    if (mutants) {
      return runMutants(session, options);
    }
    // Before a long run and not after it.
    ReportFile page = report == null ? null : ReportFile.at(report);
    Map<String, String> settings = new TreeMap<>();
    try (Assay assay = session.open(takes -> {
      settings.putAll(settings(takes));
      return settings;
    })) {
      if (onnx != null) {
        return new OnnxParityAnswer(OnnxRun.run(assay, onnx));
      }
      ParityRun run = new ParityRun(assay.backend())
          .leavingBundles(Path.of(System.getProperty("java.io.tmpdir")));
      ParityReport found = replay != null ? run.replay(replay) : run.run(options);
      List<String> again = replayCommand(found.backend(), session, settings);
      if (page != null) {
        page.write(ParityPage.of(found, circumstances(settings, again)));
      }
      return new ParityAnswer(found, settings, again, page == null ? null : page.path());
    }
  }

  private Answer runMutants(Session session, ParityOptions options) {
    Installation installation = session.discover();
    Selection selection = session.selectUsable(installation);
    Map<String, String> settings = settings(installation.settings(selection));
    AtomicReference<Progress> progress = new AtomicReference<>(Progress.hidden());
    try {
      MutantRun run =
          new MutantRun(kernels -> session.open(installation, selection, settings, kernels),
              installation.catalog());
      return new MutantsAnswer(selection.backend().id(), run.run(options, (done, all) -> {
        if (done == 1) {
          progress.set(Progress.of(session.streams(), "mutants", all));
        }
        progress.get().advance(1);
      }));
    } finally {
      progress.get().close();
    }
  }

  /** Up to the bundle: the same backend, however it was chosen, with the same jars and settings. */
  private static List<String> replayCommand(String backend, Session session,
      Map<String, String> settings) {
    List<String> command =
        new ArrayList<>(List.of("./assay", "parity", "--backend", backend));
    for (Path plugin : session.searchPath().plugins()) {
      command.addAll(List.of("--plugin", plugin.toAbsolutePath().toString()));
    }
    settings.forEach((name, value) -> command.addAll(List.of("--" + name, value)));
    command.add("--replay");
    return command;
  }

  private Circumstances circumstances(Map<String, String> settings, List<String> again) {
    return new Circumstances(Version.text(),
        System.getProperty("os.name") + " " + System.getProperty("os.arch"), Instant.now(),
        settings, Stream.concat(Stream.of("./assay"),
            spec.root().commandLine().getParseResult().originalArgs().stream()).toList(),
        again);
  }

  private ParityOptions options() {
    Problems problems = new Problems("parity");
    checkOne(problems, "--build", build, BUILDS);
    checkOne(problems, "--order", order, ORDERS);
    if (onnx != null
        && isSet(kernel, dtype, implementation, modes, seed, replay, report)) {
      problems.add(usage("--onnx goes with none of the options of kernels")
          .remedy("leave them out, or run the kernels by themselves"));
    }
    if (mutants && isSet(dtype, implementation, modes, replay, report, onnx)) {
      problems.add(usage("--mutants goes with --kernel, --seed, --build and --order alone")
          .remedy("leave the other options out, or run parity without --mutants"));
    }
    if (replay != null && isSet(kernel, dtype, implementation, modes, seed)) {
      problems.add(usage("--replay says itself what to run")
          .remedy("leave out --kernel, --dtype, --implementation, --mode and --seed"));
    }
    ParityOptions options = ParityOptions.ALL.withModes(chosenModes(problems));
    if (kernel != null) {
      options = options.withKernel(kernel);
    }
    if (dtype != null) {
      Optional<DType> only = named(DType.values(), DType::toString, dtype);
      if (only.isPresent()) {
        options = options.withDtype(only.get());
      } else {
        problems.add(unknown("dtype", dtype, DType.values(), DType::toString));
      }
    }
    if (implementation != null) {
      options = options.withImplementation(implementation);
    }
    if (seed != null) {
      options = options.withSeed(seed);
    }
    problems.throwIfAny(InvalidCallException::new);
    return options;
  }

  /** Checked and forward where nobody says otherwise and the backend has a choice: what it cannot do is refused there. */
  private Map<String, String> settings(Map<String, List<String>> takes) {
    Map<String, String> chosen = new TreeMap<>();
    choose(chosen, takes, "build", build, BUILDS.getFirst());
    choose(chosen, takes, "order", order, ORDERS.getFirst());
    return chosen;
  }

  private static void choose(Map<String, String> chosen, Map<String, List<String>> takes,
      String name, @Nullable String given, String preferred) {
    if (given != null) {
      chosen.put(name, given);
    } else if (takes.getOrDefault(name, List.of()).contains(preferred)) {
      chosen.put(name, preferred);
    }
  }

  private static boolean isSet(@Nullable Object... options) {
    return Stream.of(options).anyMatch(option -> option != null);
  }

  private Set<Mode> chosenModes(Problems problems) {
    Set<Mode> chosen = EnumSet.noneOf(Mode.class);
    for (String id : modes == null ? List.of(ALL) : modes) {
      if (id.equals(ALL)) {
        return EnumSet.allOf(Mode.class);
      }
      Optional<Mode> mode = named(Mode.values(), Mode::id, id);
      mode.ifPresentOrElse(chosen::add,
          () -> problems.add(unknown("mode", id, Mode.values(), Mode::id)));
    }
    return chosen;
  }

  private static <E> Optional<E> named(E[] all, Function<E, String> name, String wanted) {
    return Stream.of(all).filter(each -> name.apply(each).equals(wanted)).findFirst();
  }

  private static <E> Problem unknown(String kind, String wanted, E[] all,
      Function<E, String> name) {
    return usage("there is no " + kind + " '" + wanted + "'")
        .remedy(NearestNames.advice(wanted, Stream.of(all).map(name).toList()));
  }

  private static void checkOne(Problems problems, String option, @Nullable String given,
      List<String> known) {
    if (given != null && !known.contains(given)) {
      problems.add(usage(option + " cannot be '" + given + "'")
          .expected("one of " + String.join(", ", known), given));
    }
  }

  private static Problem usage(String sentence) {
    return Problem.of(CliCodes.USAGE_INVALID, sentence);
  }
}
