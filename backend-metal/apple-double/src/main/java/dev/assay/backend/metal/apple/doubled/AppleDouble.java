package dev.assay.backend.metal.apple.doubled;

import dev.assay.backend.metal.apple.AppleDriver;
import dev.assay.backend.metal.apple.AppleSettings;
import dev.assay.backend.metal.apple.objc.ObjectiveC;
import dev.assay.backend.metal.driver.MetalDriver;
import dev.assay.backend.metal.driver.MetalDriverProvider;
import dev.assay.backend.metal.driver.recording.RecordingDriver;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * A double of macOS with a device of Metal, for tests. One is open at a time in a process. Closing it fails where
 * something was done that Apple leaves undefined, or where an object or a pool was left.
 */
public final class AppleDouble implements AutoCloseable {
  /** Metal lets go of a command buffer a little after it has told its end. */
  private static final long PATIENCE_MILLIS = 3_000;

  private static final Semaphore ONE_AT_A_TIME = new Semaphore(1);

  /** Never closed: a thread of the native part may still be on its way out of the table. */
  private static final Arena TABLES = Arena.global();

  private final Controls controls = new Controls();
  private final ObjectiveC objc = new ObjectiveC(DoubleLibrary.symbols());
  private final @Nullable MetalDriver host;
  private final @Nullable Handover handover;
  private final Map<String, Long> liveBefore;
  private final long poolsBefore;
  private boolean closed;

  private AppleDouble(DoubleOptions options, @Nullable MetalDriver host,
      EngineOptions engine, RecordingDriver.Listener listener) {
    this.host = host;
    controls.reset();
    controls.configure(options);
    if (host == null) {
      this.handover = null;
      EngineTable.installIdle();
    } else {
      this.handover = new Handover(listener);
      EngineTable.install(new Engine(host, engine, handover, controls), controls,
          TABLES);
    }
    this.liveBefore = controls.liveObjects();
    this.poolsBefore = controls.openPools();
  }

  /** One whose kernels the host driver runs, checked. */
  public static AppleDouble open(DoubleOptions options) {
    return open(options, EngineOptions.STRICT, calls -> {});
  }

  /**
   * One whose kernels the host driver runs.
   *
   * @param engine how they are run
   * @param listener is told what command buffers are told at the port, when they are committed
   */
  public static AppleDouble open(DoubleOptions options, EngineOptions engine,
      RecordingDriver.Listener listener) {
    acquire();
    try {
      return new AppleDouble(options, hostDriver().open(engine.hostSettings()), engine, listener);
    } catch (Throwable failed) {
      ONE_AT_A_TIME.release();
      throw failed;
    }
  }

  /** One that takes everything, runs nothing and says that it is done, for what concerns the driver alone. */
  public static AppleDouble idle(DoubleOptions options) {
    acquire();
    try {
      return new AppleDouble(options, null, EngineOptions.STRICT, calls -> {});
    } catch (Throwable failed) {
      ONE_AT_A_TIME.release();
      throw failed;
    }
  }

  private static void acquire() {
    if (!ONE_AT_A_TIME.tryAcquire()) {
      throw new IllegalStateException("another double is open in this process");
    }
  }

  private static MetalDriverProvider hostDriver() {
    return ServiceLoader.load(MetalDriverProvider.class, AppleDouble.class.getClassLoader())
        .stream()
        .map(ServiceLoader.Provider::get)
        .filter(each -> each.name().equals("host"))
        .findFirst()
        .orElseThrow();
  }

  /** The runtime, as the driver gets macOS's own. */
  public ObjectiveC objc() {
    return objc;
  }

  /** What to ask of it and read from it. */
  public Controls controls() {
    return controls;
  }

  /** The Apple driver over it with the default settings, and no archive. */
  public MetalDriver driver() {
    return driver(AppleSettings.of(Map.of("archive", "off")), null);
  }

  /**
   * The Apple driver over it, recorded, because the engine wants to know lengths and accesses that no message carries.
   *
   * @param archives as {@link AppleDriver#over} takes it
   */
  public MetalDriver driver(AppleSettings settings, @Nullable Path archives) {
    AppleDriver driver = AppleDriver.over(objc, settings, archives);
    return handover == null
        ? new RecordingDriver(driver, calls -> {})
        : new RecordingDriver(driver, handover);
  }

  /**
   * Closes it. Every driver over it is closed already.
   *
   * @throws AssertionError where there are violations, or where objects or pools are left
   */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      requireNothingLeft();
      requireNoViolations();
    } finally {
      EngineTable.installIdle();
      ONE_AT_A_TIME.release();
      if (host != null) {
        host.close();
      }
    }
  }

  /**
   * Fails where something was done that Apple leaves undefined.
   *
   * @throws AssertionError naming it
   */
  public void requireNoViolations() {
    List<String> violations = controls.violations();
    if (!violations.isEmpty()) {
      throw new AssertionError("Apple leaves undefined what was done: " + violations);
    }
  }

  private void requireNothingLeft() {
    long end = System.currentTimeMillis() + PATIENCE_MILLIS;
    while (!controls.liveObjects().equals(liveBefore) && System.currentTimeMillis() < end) {
      Thread.onSpinWait();
    }
    Map<String, Long> left = controls.liveObjects();
    if (!left.equals(liveBefore)) {
      throw new AssertionError("objects are left: " + left + ", before: " + liveBefore);
    }
    if (controls.openPools() != poolsBefore) {
      throw new AssertionError("pools are left in place: " + controls.openPools());
    }
  }
}
