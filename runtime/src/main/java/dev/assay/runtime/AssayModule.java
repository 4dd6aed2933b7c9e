package dev.assay.runtime;

import com.google.inject.AbstractModule;
import com.google.inject.Key;
import com.google.inject.Provider;
import com.google.inject.Singleton;
import com.google.inject.TypeLiteral;
import com.google.inject.multibindings.Multibinder;
import dev.assay.runtime.discovery.Installation;
import dev.assay.runtime.discovery.SearchPath;
import dev.assay.runtime.discovery.Selection;
import dev.assay.spi.provider.BackendProvider;
import dev.assay.spi.provider.OpPlugin;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Binds {@link Installation}, {@link Selection} and {@link Assay} as singletons, each made when it is first asked for. An
 * application contributes a backend or plugin of its own by
 *
 * <pre>{@code
 * Multibinder.newSetBinder(binder(), OpPlugin.class).addBinding().to(MyPlugin.class);
 * }</pre>
 *
 * <p>(likewise {@code BackendProvider}); it then stands beside those found in jars. Closing the Assay is up to the
 * application. A failure reaches the application as Guice's {@code ProvisionException} with the Assay error as cause.
 *
 * <p>All bindings here are instances with code, so that Guice neither reflects on this module nor generates classes for
 * it: nothing needs to be opened to Guice, and the JVM has nothing to warn about. Where Guice makes classes of the
 * application itself, Java 25 warns about its use of Unsafe unless the JVM is started with {@code
 * -Dguice_bytecode_gen_option=DISABLED} or {@code -Dguice_custom_class_loading=CHILD}. Immutable.
 */
public final class AssayModule extends AbstractModule {
  private final SearchPath searchPath;
  private final @Nullable String backendId;
  private final Map<String, String> settings;
  private final @Nullable Indirect indirect;

  private AssayModule(SearchPath searchPath, @Nullable String backendId,
      Map<String, String> settings, @Nullable Indirect indirect) {
    this.indirect = indirect;
    this.searchPath = searchPath;
    this.backendId = backendId;
    this.settings = Map.copyOf(settings);
  }

  /** Everything on class path and module path; the backend as {@link Assay#open()} selects it. */
  public static AssayModule standard() {
    return new AssayModule(SearchPath.standard(), null, Map.of(), null);
  }

  /** The same with this backend, which is then taken or is an error. */
  public AssayModule withBackend(String id) {
    return new AssayModule(searchPath, id, settings, indirect);
  }

  /** The same with providers from this search path. */
  public AssayModule withSearchPath(SearchPath path) {
    return new AssayModule(path, backendId, settings, indirect);
  }

  /**
   * The same with these settings of the backend, such as {@code build}; they come before those of system properties. One
   * that the backend does not take is an error.
   */
  public AssayModule withSettings(Map<String, String> values) {
    return new AssayModule(searchPath, backendId, values, indirect);
  }

  /** The same with programs run in this way, whatever the system property {@value Indirect#PROPERTY} says. */
  public AssayModule withIndirect(Indirect choice) {
    return new AssayModule(searchPath, backendId, settings, choice);
  }

  @Override
  protected void configure() {
    Multibinder.newSetBinder(binder(), BackendProvider.class);
    Multibinder.newSetBinder(binder(), OpPlugin.class);
    Provider<Set<BackendProvider>> backends =
        getProvider(Key.get(new TypeLiteral<Set<BackendProvider>>() {}));
    Provider<Set<OpPlugin>> plugins = getProvider(Key.get(new TypeLiteral<Set<OpPlugin>>() {}));
    Provider<Installation> installation = getProvider(Installation.class);
    Provider<Selection> selection = getProvider(Selection.class);
    bind(Installation.class)
        .toProvider(() -> Installation.discover(searchPath, backends.get(), plugins.get()))
        .in(Singleton.class);
    bind(Selection.class).toProvider(() -> installation.get().select(backendId))
        .in(Singleton.class);
    bind(Assay.class).toProvider(() -> new Assay(installation.get(), selection.get(), settings,
        indirect == null ? Indirect.ofProperty() : indirect))
        .in(Singleton.class);
  }
}
