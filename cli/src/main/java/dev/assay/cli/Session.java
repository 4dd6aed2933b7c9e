package dev.assay.cli;

import dev.assay.runtime.Assay;
import dev.assay.runtime.Indirect;
import dev.assay.runtime.RuntimeCodes;
import dev.assay.runtime.discovery.Installation;
import dev.assay.runtime.discovery.SearchPath;
import dev.assay.runtime.discovery.Selection;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.PluginException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.UnavailableException;
import dev.assay.spi.kernel.KernelCatalog;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a sub-command works with.
 *
 * @param backend the id that the user gave, null for none
 * @param indirect how programs run, as the user or the system property says
 * @param searchPath where backends and plugins are looked for
 * @param streams where warnings and progress go
 */
record Session(
    @Nullable String backend,
    Indirect indirect,
    SearchPath searchPath,
    Streams streams) {
  /** Opens the backend and says which on the error stream; the caller closes it. */
  Assay open() {
    return open(takes -> Map.of());
  }

  /**
   * The same with settings of the backend.
   *
   * @param choice from the settings that the backend takes, each with its values, to those that are wanted
   */
  Assay open(Function<Map<String, List<String>>, Map<String, String>> choice) {
    try {
      Installation installation = Installation.discover(searchPath);
      Selection selection = installation.select(backend);
      Assay assay = Assay.open(installation, selection,
          choice.apply(installation.settings(selection)), indirect);
      announce(assay.backend().id(), assay.backend().device());
      return assay;
    } catch (UnavailableException e) {
      throw unavailable(e);
    } catch (PluginException e) {
      throw misfit(e);
    }
  }

  /** Finds what is installed without opening any of it. */
  Installation discover() {
    try {
      return Installation.discover(searchPath);
    } catch (PluginException e) {
      throw misfit(e);
    }
  }

  /**
   * The backend that would be opened, said on the error stream too; null where the user named none and none is usable.
   */
  @Nullable
  Selection select(Installation installation) {
    try {
      return selectUsable(installation);
    } catch (UnavailableException e) {
      if (!e.code().equals(RuntimeCodes.BACKEND_NONE)) {
        throw e;
      }
      warn("no backend is usable here");
      return null;
    }
  }

  /** The backend that would be opened, said on the error stream too; none is an error. */
  Selection selectUsable(Installation installation) {
    Selection selection = installation.select(backend);
    announce(selection.backend().id(), String.valueOf(selection.backend().device()));
    return selection;
  }

  /** Opens a selected backend with these settings for these kernels; the caller closes it. */
  Backend open(Installation installation, Selection selection, Map<String, String> settings,
      KernelCatalog kernels) {
    try {
      return installation.open(selection, settings, kernels);
    } catch (UnavailableException e) {
      throw unavailable(e);
    } catch (PluginException e) {
      throw misfit(e);
    }
  }

  /** Which jars there are is a matter of the installation, unless the user names some. */
  private AssayException misfit(PluginException stated) {
    return searchPath.plugins().isEmpty() ? stated : new InvalidInputException(stated.problems());
  }

  /** A third party's backend gives its own code for what it misses; the command's user asked for a backend. */
  private static UnavailableException unavailable(UnavailableException stated) {
    if (Failure.isOfBackend(stated)) {
      return stated;
    }
    Problem problem =
        Problem.of(RuntimeCodes.BACKEND_UNAVAILABLE, "the selected backend does not open here");
    return new UnavailableException(
        Stream.concat(Stream.of(problem), stated.problems().stream()).toList());
  }

  /** Tells the user something that does not stop the work. */
  void warn(String warning) {
    streams.err().println("assay: warning: " + warning);
  }

  private void announce(String id, String device) {
    streams.err().println("assay: backend " + id + ", device: " + device);
  }
}
