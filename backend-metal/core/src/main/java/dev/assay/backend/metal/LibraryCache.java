package dev.assay.backend.metal;

import dev.assay.backend.metal.driver.MetalDriver;
import dev.assay.spi.kernel.KernelSource;
import dev.assay.spi.kernel.MathMode;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** The libraries of one device: each source is compiled once for each math mode, whoever asks first. Thread-safe. */
final class LibraryCache {
  private final MetalDriver driver;
  private final Map<SourceLibrary.Key, Entry> libraries = new HashMap<>();

  /** A library, or the making of it, and how many pipelines want it. */
  private static final class Entry {
    final CompletableFuture<SourceLibrary> library = new CompletableFuture<>();
    // Guarded by the cache.
    int users;
  }

  LibraryCache(MetalDriver driver) {
    this.driver = driver;
  }

  /** The library, compiled by the first who asks while others wait; {@link SourceLibrary#leave()} ends its use. */
  SourceLibrary use(KernelSource source, MathMode mathMode) {
    SourceLibrary.Key key = new SourceLibrary.Key(source, mathMode);
    Entry entry;
    boolean first;
    synchronized (this) {
      entry = libraries.computeIfAbsent(key, wanted -> new Entry());
      first = entry.users++ == 0;
    }
    if (first) {
      compile(key, entry);
    }
    return await(entry.library);
  }

  private void compile(SourceLibrary.Key key, Entry entry) {
    try {
      entry.library.complete(new SourceLibrary(this, key, driver));
    } catch (Throwable refused) {
      // Whoever asks next tries again.
      synchronized (this) {
        libraries.remove(key);
      }
      entry.library.completeExceptionally(refused);
    }
  }

  private static SourceLibrary await(CompletableFuture<SourceLibrary> made) {
    try {
      return made.join();
    } catch (CompletionException failed) {
      switch (failed.getCause()) {
        case RuntimeException unchecked -> throw unchecked;
        case Error error -> throw error;
        case null, default -> throw failed;
      }
    }
  }

  void leave(SourceLibrary library) {
    synchronized (this) {
      Entry entry = Objects.requireNonNull(libraries.get(library.key()));
      entry.users--;
      if (entry.users > 0) {
        return;
      }
      libraries.remove(library.key());
    }
    library.library().release();
  }
}
