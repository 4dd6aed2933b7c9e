package dev.assay.msl.compiler;

import dev.assay.msl.MslCodes;
import dev.assay.spi.error.FileReasons;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.ResourceException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder that only its owner can enter, for files that are later executed. Files and folders
 * appear in it whole or not at all, also when several processes write the same one.
 */
public final class PrivateFolder {
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private final Path path;

  private PrivateFolder(Path path) {
    this.path = path;
  }

  /** Opens the folder, making it where needed; refuses one that another user could write into. */
  public static PrivateFolder open(Path path) {
    try {
      if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
        Path parent = path.toAbsolutePath().getParent();
        if (parent != null) {
          Files.createDirectories(parent);
        }
        try {
          Files.createDirectory(path, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        } catch (FileAlreadyExistsException e) {
          // Another process made it first, or it is no folder: the checks below tell.
        }
      }
      if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
        throw unusable(path, "it is a link or a file", null);
      }
      if (!Files.getPosixFilePermissions(path).equals(OWNER_ONLY)) {
        throw unusable(
            path,
            "its permissions are "
                + PosixFilePermissions.toString(Files.getPosixFilePermissions(path)),
            null);
      }
      // One spelling for all: code and its lines are cached with the paths that they were compiled under.
      return new PrivateFolder(path.toRealPath());
    } catch (IOException e) {
      throw unusable(path, FileReasons.writing(e), e);
    }
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  /** A private folder in this one. */
  public PrivateFolder folder(String name) {
    return open(path.resolve(name));
  }

  /** A new folder beside the final ones, for work that {@link #publish} may later rename. */
  public Path newWorkFolder() {
    try {
      return Files.createTempDirectory(path, ".work-");
    } catch (IOException e) {
      throw unusable(path, FileReasons.writing(e), e);
    }
  }

  /**
   * Gives a finished work folder its final name. Where another process published that name first,
   * its folder stays and this one is removed.
   */
  public Path publish(Path work, String name) {
    Path target = path.resolve(name);
    try {
      Files.move(work, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      delete(work);
      if (!Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)) {
        throw unusable(target, FileReasons.writing(e), e);
      }
    }
    return target;
  }

  /** Removes a tree; what is already gone, or cannot be removed, is left to a later clean-up. */
  public static void delete(Path tree) {
    List<Path> paths;
    try (Stream<Path> walk = Files.walk(tree)) {
      paths = walk.sorted(Comparator.reverseOrder()).toList();
    } catch (IOException e) {
      return;
    }
    for (Path path : paths) {
      path.toFile().delete();
    }
  }

  private static ResourceException unusable(
      Path path, String why, @Nullable Throwable cause) {
    return new ResourceException(
        Problem.of(MslCodes.CACHE_UNUSABLE, "the cache folder cannot be used")
            .at(path.toString())
            .expected("a writable folder with permissions rwx------", why)
            .remedy("Name another folder in ASSAY_CACHE_DIR, or correct this one."),
        cause);
  }
}
