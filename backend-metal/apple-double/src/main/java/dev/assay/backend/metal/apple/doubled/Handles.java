package dev.assay.backend.metal.apple.doubled;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The engine's objects by the numbers under which the native part knows them. Thread-safe. */
final class Handles {
  private final AtomicLong last = new AtomicLong();
  private final Map<Long, Object> objects = new ConcurrentHashMap<>();

  /** A number for a new object, never 0. */
  long add(Object object) {
    long handle = last.incrementAndGet();
    objects.put(handle, object);
    return handle;
  }

  <T> T get(long handle, Class<T> type) {
    return type.cast(known(handle, objects.get(handle)));
  }

  /** The object, which is gone from here. */
  Object remove(long handle) {
    return known(handle, objects.remove(handle));
  }

  private static Object known(long handle, @Nullable Object object) {
    if (object == null) {
      throw new IllegalStateException("the engine has no object " + handle);
    }
    return object;
  }
}
