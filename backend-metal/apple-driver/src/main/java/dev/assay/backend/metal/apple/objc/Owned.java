package dev.assay.backend.metal.apple.objc;

import java.util.concurrent.atomic.AtomicLong;

/**
 * One ownership of an object: what {@code new}, {@code alloc} or {@code retain} gave, released exactly once. What a
 * message merely returns is a bare address instead, which is good until the pool around it is popped. Thread-safe.
 */
public final class Owned implements AutoCloseable {
  private final ObjectiveC objc;
  private final AtomicLong object;

  Owned(ObjectiveC objc, long object) {
    this.objc = objc;
    this.object = new AtomicLong(object);
  }

  /** The object's address, never 0. */
  public long id() {
    long id = object.get();
    if (id == 0) {
      throw new IllegalStateException("the object was released before");
    }
    return id;
  }

  /** Gives the ownership up. */
  @Override
  public void close() {
    long id = object.getAndSet(0);
    if (id == 0) {
      throw new IllegalStateException("the object was released before");
    }
    // What its end lets go of may be autoreleased.
    try (Pool _ = objc.openPool()) {
      objc.release(id);
    }
  }
}
