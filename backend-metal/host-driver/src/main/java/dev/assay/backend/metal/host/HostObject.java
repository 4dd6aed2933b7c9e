package dev.assay.backend.metal.host;

/**
 * An object of the device: released once, not while work uses it, and not used afterwards. Safe for use by any thread.
 */
abstract class HostObject {
  private final HostDriver driver;
  private int uses;
  private boolean released;

  HostObject(HostDriver driver) {
    this.driver = driver;
    driver.register(this);
  }

  /** Its kind and name, for messages. */
  abstract String description();

  /** Frees what it holds; called once, when nothing uses it. */
  abstract void free();

  final HostDriver driver() {
    return driver;
  }

  /** Refuses an object that was released. */
  final synchronized void requireLive(Place place) {
    if (released) {
      throw MetalRule.RELEASED_USED.refusal(description() + " was released", place);
    }
  }

  /** Work uses it from now on, until {@link #endUse()}. */
  final synchronized void beginUse(Place place) {
    requireLive(place);
    uses++;
  }

  final synchronized void endUse() {
    uses--;
  }

  /** How many pieces of work use it now. */
  final synchronized int uses() {
    return uses;
  }

  /** Gives it back. */
  public final void release() {
    Place place = () -> "release";
    synchronized (this) {
      if (released) {
        throw MetalRule.RELEASED_TWICE.refusal(description() + " was released before", place);
      }
      if (uses > 0) {
        throw MetalRule.RELEASED_IN_FLIGHT.refusal(description() + " is in use", place,
            "no work in flight that uses it", Integer.toString(uses));
      }
      released = true;
    }
    driver.forget(this);
    free();
  }

  /** Frees it, whatever became of it, because the device is closed and nothing runs any more. */
  final void abandon() {
    synchronized (this) {
      if (released) {
        return;
      }
      released = true;
    }
    free();
  }

  @Override
  public final String toString() {
    return description();
  }
}
