package dev.assay.spi.error;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** Why a file could not be read or written, in words for a person: the file itself is named beside them. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class FileReasons {
  private FileReasons() {}

  /** Why a file or folder could not be read. */
  public static String reading(IOException failure) {
    return describe(failure, "no such file");
  }

  /** Why a file or folder could not be written or made; what is missing then is the folder for it. */
  public static String writing(IOException failure) {
    return describe(failure, "no such folder");
  }

  private static String describe(IOException failure, String absent) {
    return switch (failure) {
      case NoSuchFileException _ -> absent;
      case AccessDeniedException _ -> "no permission";
      case FileAlreadyExistsException _ -> "something of that name is there already";
      case NotDirectoryException _ -> "it is no folder";
      case DirectoryNotEmptyException _ -> "the folder is not empty";
      case FileSystemLoopException _ -> "its links lead back to themselves";
      // The message of such a failure is the path, and the reason behind it where one is known.
      case FileSystemException other -> words(other.getReason(), other);
      default -> words(failure.getMessage(), failure);
    };
  }

  private static String words(@Nullable String stated, IOException failure) {
    if (stated == null || stated.isBlank()) {
      return failure.getClass().getSimpleName();
    }
    return switch (stated) {
      case "Is a directory" -> "it is a folder";
      case "Not a directory" -> "a part of its path is no folder";
      default -> stated;
    };
  }
}
