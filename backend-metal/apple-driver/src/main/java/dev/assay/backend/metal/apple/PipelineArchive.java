package dev.assay.backend.metal.apple;

import dev.assay.backend.metal.apple.objc.Foundation;
import dev.assay.backend.metal.apple.objc.Messages;
import dev.assay.backend.metal.apple.objc.ObjectiveC;
import dev.assay.backend.metal.apple.objc.Owned;
import dev.assay.backend.metal.apple.objc.Pool;
import dev.assay.spi.error.FileReasons;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Makes pipelines, and keeps their device code across processes in a binary archive. An archive that is damaged or of
 * another system is left aside and written anew; one that cannot be written costs time, not results, and is logged.
 * Thread-safe.
 */
final class PipelineArchive implements AutoCloseable {
  private static final System.Logger LOGGER = System.getLogger("dev.assay.backend.metal.apple");

  private final ObjectiveC objc;
  private final Foundation foundation;
  private final long device;
  private final @Nullable Path file;
  private final @Nullable Owned archive;
  private final boolean filled;
  private final AtomicLong compiled = new AtomicLong();
  // Guarded by this.
  private boolean changed;

  /** An archive in this file, which need not exist; null where none is kept. */
  PipelineArchive(ObjectiveC objc, Foundation foundation, long device, @Nullable Path file) {
    this.objc = objc;
    this.foundation = foundation;
    this.device = device;
    this.file = file;
    Owned read = file != null && Files.isRegularFile(file) ? open(file) : null;
    this.filled = read != null;
    this.archive = read != null || file == null ? read : open(null);
  }

  private @Nullable Owned open(@Nullable Path from) {
    return switch (opened(from)) {
      case Opened.Archive(Owned opened) -> opened;
      case Opened.Refused(String why) -> {
        LOGGER.log(System.Logger.Level.WARNING,
            "pipelines are compiled anew: Metal takes no archive "
                + (from == null ? "in memory" : from) + ": " + why);
        yield null;
      }
    };
  }

  /** An archive, or why there is none. */
  private sealed interface Opened {
    record Archive(Owned archive) implements Opened {}

    record Refused(String why) implements Opened {}
  }

  private Opened opened(@Nullable Path from) {
    try (Pool _ = objc.openPool();
        Arena arena = Arena.ofConfined();
        Owned descriptor = objc.newObject("MTLBinaryArchiveDescriptor")) {
      if (from != null) {
        objc.tell(Messages.ARCHIVE_URL, descriptor.id(), foundation.fileUrl(from.toString()));
      }
      MemorySegment error = Foundation.out(arena);
      Owned archived = objc.own(Messages.NEW_ARCHIVE,
          objc.send(Messages.NEW_ARCHIVE, device, descriptor.id(), error.address()));
      return archived == null
          ? new Opened.Refused(foundation.describe(Foundation.in(error)))
          : new Opened.Archive(archived);
    }
  }

  /** The pipelines whose device code was not in the archive. */
  long compiled() {
    return compiled.get();
  }

  /** A pipeline, and whether its device code had to be compiled. */
  record Made(Owned pipeline, boolean compiled) {}

  /** Makes the pipeline of a descriptor; called with a pool open. */
  Made make(Owned descriptor, String label, MemorySegment reflection, Arena arena) {
    MemorySegment error = Foundation.out(arena);
    Owned kept = archive;
    if (kept != null) {
      objc.tell(Messages.SET_ARCHIVES, descriptor.id(), foundation.array(kept.id()));
    }
    if (filled) {
      Owned found = make(descriptor, Values.PIPELINE_FAIL_ON_ARCHIVE_MISS, reflection, error);
      if (found != null) {
        return new Made(found, false);
      }
    }
    compiled.incrementAndGet();
    Owned made = make(descriptor, 0, reflection, error);
    if (made == null) {
      throw Refusal.nil("pipeline", "pipeline '" + label + "'",
          foundation.describe(Foundation.in(error)));
    }
    return new Made(made, true);
  }

  private @Nullable Owned make(Owned descriptor, long options, MemorySegment reflection,
      MemorySegment error) {
    return objc.own(Messages.NEW_PIPELINE,
        objc.send(Messages.NEW_PIPELINE, device, descriptor.id(),
            Values.PIPELINE_BINDING_INFO | options, reflection.address(), error.address()));
  }

  /** Puts the code of a pipeline that was made into the archive; called with no pool open, since it may wait. */
  synchronized void keep(Owned descriptor, String label) {
    if (archive == null) {
      return;
    }
    String refusal = add(archive, descriptor);
    if (refusal == null) {
      changed = true;
    } else {
      LOGGER.log(System.Logger.Level.WARNING, "pipeline '" + label + "' is not kept: " + refusal);
    }
  }

  private @Nullable String add(Owned kept, Owned descriptor) {
    try (Pool _ = objc.openPool();
        Arena arena = Arena.ofConfined()) {
      MemorySegment error = Foundation.out(arena);
      return objc.ask(Messages.ARCHIVE_ADD, kept.id(), descriptor.id(), error.address())
          ? null
          : foundation.describe(Foundation.in(error));
    }
  }

  /** Writes what is new, whole or not at all, and lets go. */
  @Override
  public synchronized void close() {
    Owned kept = archive;
    if (kept == null) {
      return;
    }
    if (changed && file != null) {
      write(kept, file);
    }
    kept.close();
  }

  private void write(Owned kept, Path target) {
    try {
      // A folder of its own, since Metal wants a name that is not taken.
      Path folder = Files.createTempDirectory(target.toAbsolutePath().getParent(), ".work-");
      Path work = folder.resolve(target.getFileName());
      try {
        String refusal = write(kept, work.toString());
        if (refusal == null) {
          Files.move(work, target, StandardCopyOption.ATOMIC_MOVE,
              StandardCopyOption.REPLACE_EXISTING);
        } else {
          notWritten(target, refusal);
        }
      } finally {
        Files.deleteIfExists(work);
        Files.deleteIfExists(folder);
      }
    } catch (IOException unwritable) {
      notWritten(target, FileReasons.writing(unwritable));
    }
  }

  private @Nullable String write(Owned kept, String path) {
    try (Pool _ = objc.openPool();
        Arena arena = Arena.ofConfined()) {
      MemorySegment error = Foundation.out(arena);
      return objc.ask(Messages.ARCHIVE_WRITE, kept.id(), foundation.fileUrl(path),
          error.address())
              ? null
              : foundation.describe(Foundation.in(error));
    }
  }

  private static void notWritten(Path target, String why) {
    LOGGER.log(System.Logger.Level.WARNING,
        "the next process compiles pipelines anew: " + target + " was not written: " + why);
  }
}
