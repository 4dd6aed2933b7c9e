package dev.assay.backend.metal.apple.objc;

/**
 * A pool that is open: it holds what is autoreleased until it is closed. Pools are a stack for each thread of the system,
 * and a virtual thread that waited may go on on another of them. So the Java frame that opens a pool closes it, as the
 * first resource of its {@code try}, and nothing between may wait: take locks before, and wait after.
 */
public final class Pool implements AutoCloseable {
  private final ObjectiveC objc;
  private final long pool;

  Pool(ObjectiveC objc) {
    this.objc = objc;
    this.pool = objc.pushPool();
  }

  /** Lets go of what is in it. */
  @Override
  public void close() {
    objc.popPool(pool);
  }
}
