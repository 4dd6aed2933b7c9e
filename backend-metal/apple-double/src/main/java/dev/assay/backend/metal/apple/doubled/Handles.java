package dev.assay.backend.metal.apple.doubled;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

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
    Object object = objects.get(handle);
    if (object == null) {
      throw new IllegalStateException("the engine has no object " + handle);
    }
    return type.cast(object);
  }

  /** The object, which is gone from here. */
  Object remove(long handle) {
    Object object = objects.remove(handle);
    if (object == null) {
      throw new IllegalStateException("the engine has no object " + handle);
    }
    return object;
  }
}
