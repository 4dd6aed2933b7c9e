package dev.assay.models.text;

import dev.assay.models.ModelCodes;
import dev.assay.spi.error.FileReasons;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.ResourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A folder for files that Assay can make again. What lies in it is loaded as code, so nobody else may be able to
 * write there: folders are made for the user alone, and one that another user owns or may write is refused.
 */
final class CacheFolder {
  /** The variable that names the cache folder. */
  static final String VARIABLE = "ASSAY_CACHE_DIR";

  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rwx------");
  private static final String REMEDY =
      "make it a folder that only this user can write, or set " + VARIABLE + " to another one";

  private CacheFolder() {}

  /**
   * Where the cache lies: the folder that the environment names, else the platform's usual place.
   *
   * @param environment variables by name
   * @param osName the system property {@code os.name}
   * @param home the user's home folder
   */
  static Path root(Map<String, String> environment, String osName, Path home) {
    String named = environment.getOrDefault(VARIABLE, "");
    if (!named.isBlank()) {
      return Path.of(named).toAbsolutePath();
    }
    if (osName.startsWith("Mac")) {
      return home.resolve("Library/Caches/assay");
    }
    String xdg = environment.getOrDefault("XDG_CACHE_HOME", "");
    // The specification says that a relative path is to be ignored.
    return (xdg.startsWith("/") ? Path.of(xdg) : home.resolve(".cache")).resolve("assay");
  }

  /** The folder {@code name} of the cache, made when it is not there, and found to be safe. */
  static Path open(Path root, String name) {
    Path folder = root.resolve(name);
    boolean posix = root.getFileSystem().supportedFileAttributeViews().contains("posix");
    try {
      Files.createDirectories(
          folder,
          posix
              ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PRIVATE)}
              : new FileAttribute<?>[0]);
      if (posix) {
        checkPrivate(folder);
      }
      return folder;
    } catch (IOException e) {
      throw unwritable(folder, e);
    }
  }

  /** The error for a folder in which a file could not be made. */
  static ResourceException unwritable(Path folder, IOException cause) {
    return new ResourceException(
        Problem.of(ModelCodes.CACHE_UNWRITABLE, "cannot write the cache folder " + folder)
            .expected("a folder that can be written", FileReasons.writing(cause))
            .remedy(REMEDY),
        cause);
  }

  private static void checkPrivate(Path folder) throws IOException {
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(folder);
    if (permissions.contains(PosixFilePermission.GROUP_WRITE)
        || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
      throw unsafe(folder, "permissions " + PosixFilePermissions.toString(permissions));
    }
    String owner = Files.getOwner(folder).getName();
    Optional<String> user = ProcessHandle.current().info().user();
    if (user.isPresent() && !owner.equals(user.get()) && !owner.equals("root")) {
      throw unsafe(folder, "owner " + owner);
    }
  }

  private static ResourceException unsafe(Path folder, String found) {
    return new ResourceException(
        Problem
            .of(ModelCodes.CACHE_UNSAFE,
                "the cache folder " + folder + " is not safe from other users")
            .expected("a folder that this user owns and nobody else may write", found)
            .remedy(REMEDY));
  }
}
