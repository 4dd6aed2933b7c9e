package dev.assay.cli;

import dev.assay.cli.output.Answer;
import dev.assay.msl.CacheLocation;
import dev.assay.msl.compiler.KernelCompiler;
import dev.assay.parity.ParityReport;
import dev.assay.parity.ParityRun;
import dev.assay.runtime.discovery.BackendEntry;
import dev.assay.runtime.discovery.Installation;
import dev.assay.runtime.discovery.SearchPath;
import dev.assay.runtime.discovery.Selection;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.PluginException;
import dev.assay.spi.error.UnavailableException;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.provider.Availability;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/**
 * {@code assay doctor}: what this machine can do, and why not more. It looks at everything that can be looked at; what was
 * named and cannot be had is the error that it is for every other command, beside the answer and not in place of it.
 */
@Command(
    name = "doctor",
    description = {
      "Tells what this machine can do, and why not more.",
      "Looks at Java, backends, drivers, the MSL compiler, the cache folder and plugins, runs one",
      "case of each kernel and measures a dispatch.",
      "Ends with 0 whatever it finds unavailable, with 1 when a kernel gives a wrong result,",
      "and as any command does when what was named cannot be had; the rest is told even then."},
    sortOptions = false)
final class DoctorCommand implements Subcommand {
  private static final String METAL = "metal";

  /** Dispatches in one submission of the measurement, as in {@code bench dispatch}. */
  private static final int DISPATCHES = 100;

  /** What is found along the way. */
  private static final class Findings {
    private final List<InstalledJar> refused = new ArrayList<>();
    private @Nullable Throwable error;

    /** The first error decides how the command ends; later ones may follow from it. */
    void add(Throwable thrown) {
      error = error == null ? thrown : error;
    }
  }

  @Override
  public Answer run(Session session) {
    Findings findings = new Findings();
    Installation installation = discover(session, findings);
    Selection selection = select(session, installation, findings);
    Measured measured = measure(session, installation, selection, findings);
    Map<String, Availability> drivers = drivers(installation);
    return new DoctorAnswer(MachineFacts.ofProcess(),
        new BackendListing(selection == null ? null : selection.backend(),
            installation.backends()),
        drivers, KernelCompiler.absence().orElse(null),
        CacheState.of(CacheLocation.resolve(System.getenv())),
        Stream.concat(InstalledJar.of(installation).stream(), findings.refused.stream()).toList(),
        measured.parity, measured.clocks, findings.error);
  }

  /** What is installed; a jar of {@code --plugin} that cannot be used is told of and left out. */
  private static Installation discover(Session session, Findings findings) {
    try {
      return session.discover();
    } catch (InvalidInputException misfit) {
      findings.add(misfit);
    }
    SearchPath all = session.searchPath();
    SearchPath good = new SearchPath(all.loaders(), all.layers(), List.of());
    Installation installation = Installation.discover(good);
    for (Path jar : all.plugins()) {
      try {
        installation = Installation.discover(good.andPlugin(jar));
        good = good.andPlugin(jar);
      } catch (InvalidInputException | PluginException refused) {
        findings.refused
            .add(InstalledJar.refused(jar.toString(), String.valueOf(refused.getMessage())));
      }
    }
    return installation;
  }

  private static @Nullable Selection select(Session session, Installation installation,
      Findings findings) {
    try {
      return session.select(installation);
    } catch (AssayException refused) {
      findings.add(refused);
      return null;
    }
  }

  /** The drivers of the Metal backend; where it cannot be asked there is one entry that says why. */
  private static Map<String, Availability> drivers(Installation installation) {
    Map<String, Availability> drivers = new TreeMap<>();
    for (BackendEntry backend : installation.backends()) {
      if (backend.id().equals(METAL)) {
        try {
          drivers.putAll(installation.drivers(backend));
        } catch (UnavailableException silent) {
          drivers.put(DoctorAnswer.APPLE,
              new Availability.Unavailable(String.valueOf(silent.getMessage())));
        }
      }
    }
    drivers.computeIfAbsent(DoctorAnswer.APPLE, name -> new Availability.Unavailable(
        installation.backends().stream().anyMatch(backend -> backend.id().equals(METAL))
            ? "no Metal driver '" + name + "' is installed"
            : "the Metal backend is not installed"));
    return drivers;
  }

  /**
   * What a backend does.
   *
   * @param parity one case of each kernel
   * @param clocks what a dispatch costs in each mode
   */
  private record Measured(DoctorAnswer.Parity parity, List<BenchAnswer.Result> clocks) {}

  private static Measured measure(Session session, Installation installation,
      @Nullable Selection selection, Findings findings) {
    if (selection == null) {
      return new Measured(DoctorAnswer.Parity.none("no backend is selected"), List.of());
    }
    KernelCatalog catalog = installation.catalog();
    DoctorAnswer.Parity parity = DoctorAnswer.Parity.none("no kernels are installed");
    List<BenchAnswer.Result> clocks = List.of();
    try (Backend backend = session.open(installation, selection, Map.of(), catalog)) {
      if (!catalog.kernels().isEmpty()) {
        parity = DoctorAnswer.Parity.none("it was not run to its end");
        ParityReport report = new ParityRun(backend).sample();
        parity = DoctorAnswer.Parity.of(report);
      }
      if (DispatchBench.isPossible(catalog)) {
        clocks = new DispatchBench(backend, DISPATCHES).measure();
      }
    } catch (RuntimeException | LinkageError failed) {
      findings.add(failed);
    }
    return new Measured(parity, clocks);
  }
}
