package dev.assay.cli;

import dev.assay.spi.error.FileReasons;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The folder in which compiled kernels are kept. Looking at it changes nothing.
 *
 * @param folder where it lies
 * @param exists whether it is there; else it is made when something is to be kept
 * @param isPrivate whether its owner alone may enter it, or null where it is not there or the file system cannot tell
 * @param isWritable whether this process can write there, or make it
 * @param reason what is wrong with it, or null for nothing
 */
record CacheState(
    Path folder,
    boolean exists,
    @Nullable Boolean isPrivate,
    boolean isWritable,
    @Nullable String reason) {
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  /** Looks at a folder. */
  static CacheState of(Path folder) {
    Path path = folder.toAbsolutePath();
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      Path parent = nearest(path);
      boolean canBeMade = parent != null && Files.isDirectory(parent) && Files.isWritable(parent);
      return new CacheState(path, false, null, canBeMade,
          canBeMade ? null : "it cannot be made below " + parent);
    }
    if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      return new CacheState(path, true, null, false, "it is a link or a file");
    }
    boolean isWritable = Files.isWritable(path);
    try {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
      boolean isPrivate = permissions.equals(OWNER_ONLY);
      return new CacheState(path, true, isPrivate, isWritable, !isPrivate
          ? "its permissions are " + PosixFilePermissions.toString(permissions)
              + " and must be rwx------"
          : isWritable ? null
          : "it cannot be written");
    } catch (UnsupportedOperationException noPermissions) {
      return new CacheState(path, true, null, isWritable,
          isWritable ? null : "it cannot be written");
    } catch (IOException unreadable) {
      return new CacheState(path, true, null, isWritable, FileReasons.reading(unreadable));
    }
  }

  private static @Nullable Path nearest(Path path) {
    Path parent = path.getParent();
    while (parent != null && !Files.exists(parent)) {
      parent = parent.getParent();
    }
    return parent;
  }

  /** In words for a person. */
  String describe() {
    if (reason != null) {
      return reason;
    }
    if (!exists) {
      return "not there yet, and can be made";
    }
    return (Boolean.TRUE.equals(isPrivate) ? "private, " : "") + "writable";
  }
}
