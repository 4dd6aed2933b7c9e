package dev.assay.parity;

import dev.assay.spi.error.FileReasons;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.ResourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The bundles of one run: files that only this user reads, in a new folder that is made for the first of them. */
final class Bundles {
  /** Enough to see what is wrong; a backend that is all wrong must not fill the disk. */
  static final int MOST = 32;

  private final Path parent;
  private @Nullable Path folder;
  private int left;

  Bundles(Path parent) {
    this.parent = parent;
  }

  /** Leaves a bundle of this trial; its path, or null when enough are there. */
  @Nullable
  String leave(Bundle trial) {
    if (left == MOST) {
      return null;
    }
    try {
      Path own = folder;
      if (own == null) {
        Files.createDirectories(parent);
        // Temporary folders and files are made for the user alone, under a name that nobody can guess.
        own = Files.createTempDirectory(parent, "assay-parity-");
        folder = own;
      }
      String name = String.format(Locale.ROOT, "%02d-%s-%s-%s.json", left,
          trial.kernel().name().name(), trial.input().input().dtype(), trial.mode().id());
      Path file = own.resolve(name);
      BundleFile.write(file, trial);
      left++;
      return file.toString();
    } catch (IOException e) {
      throw new ResourceException(
          Problem.of(ParityCodes.BUNDLE_UNWRITABLE, "cannot leave a bundle of a failed trial")
              .at(parent.toString())
              .expected("a folder that can be written", FileReasons.writing(e))
              .remedy("free some space, or point java.io.tmpdir to another folder"),
          e);
    }
  }
}
