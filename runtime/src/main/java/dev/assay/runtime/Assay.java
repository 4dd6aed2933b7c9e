package dev.assay.runtime;

import com.google.inject.Guice;
import com.google.inject.ProvisionException;
import dev.assay.runtime.discovery.Installation;
import dev.assay.runtime.discovery.Selection;
import dev.assay.runtime.tensor.Device;
import dev.assay.runtime.tensor.ProgramRecorder;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelSource;
import dev.assay.spi.op.TensorScope;
import java.util.Map;

/**
 * An open backend with all installed kernels and operations: what an application holds while it computes.
 *
 * <pre>{@code
 * try (Assay assay = Assay.open(); TensorScope scope = assay.scope()) {
 *   Ops ops = scope.ops(Ops.class);
 *   float[] sum = ops.add(scope.tensor(a, 3), scope.tensor(b, 3)).toFloatArray();
 * }
 * }</pre>
 *
 * <p>Thread-safe; its scopes belong to one thread each. Applications on Guice install {@link AssayModule} instead of
 * calling {@code open}.
 */
public final class Assay implements AutoCloseable {
  private final Installation installation;
  private final Selection selection;
  private final Device device;

  Assay(Installation installation, Selection selection, Map<String, String> settings,
      Indirect indirect) {
    this.installation = installation;
    this.selection = selection;
    this.device =
        new Device(installation.open(selection, settings), installation.libraries(), indirect);
  }

  /**
   * Opens the backend that the system property {@code assay.backend} or else the environment variable {@code
   * ASSAY_BACKEND} names, or else the usable one of the highest rank. What is named is never replaced by another: see
   * {@link Installation#select}.
   */
  public static Assay open() {
    return open(AssayModule.standard());
  }

  /** Opens the backend of this id; an unknown or unusable one is an error. */
  public static Assay open(String backendId) {
    return open(AssayModule.standard().withBackend(backendId));
  }

  /** Opens what this module describes, such as another search path. */
  public static Assay open(AssayModule module) {
    try {
      return Guice.createInjector(module).getInstance(Assay.class);
    } catch (ProvisionException wrapped) {
      // Who does not know Guice shall not meet its exceptions.
      if (wrapped.getCause() instanceof AssayException stated) {
        throw stated;
      }
      throw wrapped;
    }
  }

  /**
   * Opens a selected backend of an installation.
   *
   * @param settings those that differ from the backend's defaults and from the system properties; see {@link
   *     Installation#settings}
   * @param indirect how programs are run
   */
  public static Assay open(Installation installation, Selection selection,
      Map<String, String> settings, Indirect indirect) {
    return new Assay(installation, selection, settings, indirect);
  }

  /** The open backend. */
  public Backend backend() {
    return device.backend();
  }

  /** All installed kernels and implementations. */
  public KernelCatalog catalog() {
    return installation.catalog();
  }

  /** Everything that was found. */
  public Installation installation() {
    return installation;
  }

  /** Which backend was selected, and by what. */
  public Selection selection() {
    return selection;
  }

  /**
   * A new scope for tensors and operations, which belongs to the calling thread. Each scope has a queue of its own, so a
   * failure in one does not reach another; after a failure open a new scope.
   */
  public TensorScope scope() {
    return device.scope();
  }

  /** The submissions that scopes have handed to the device so far. */
  public long submissions() {
    return device.submissions();
  }

  /**
   * Records operation calls into a program instead of running them. The recorder is a scope; tensors of other scopes of
   * this Assay that the calls read become the program's weights.
   */
  public Program record(String label, Program.Recording recording) {
    try (ProgramRecorder recorder = device.recorder(label)) {
      recording.record(recorder);
      return new Program(recorder.finish());
    }
  }

  /**
   * A kernel from a text in the backend's language, without a declaration; see {@link RawKernel}. A backend that compiles
   * no texts is an {@code UnavailableException}.
   *
   * @param name what messages call the text, such as a file name
   * @param entryPoint the kernel in it
   */
  public RawKernel raw(String name, String text, String entryPoint) {
    return raw(KernelSource.of(name, text), entryPoint, Map.of());
  }

  /** The same from a source in parts, with the values of the function constants that it uses. */
  public RawKernel raw(KernelSource source, String entryPoint,
      Map<String, StructValue> functionConstants) {
    return new RawKernel(backend(),
        backend().registry().raw(source, entryPoint, functionConstants));
  }

  /** Waits for work in flight and closes the backend; scopes still open become unusable. Closing again does nothing. */
  @Override
  public void close() {
    device.close();
  }
}
