package dev.assay.suite.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.google.inject.AbstractModule;
import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.ProvisionException;
import com.google.inject.multibindings.Multibinder;
import dev.assay.backend.referencecpu.ReferenceCpuProvider;
import dev.assay.ops.Ops;
import dev.assay.runtime.Assay;
import dev.assay.runtime.AssayModule;
import dev.assay.runtime.RuntimeCodes;
import dev.assay.runtime.discovery.Installation;
import dev.assay.runtime.discovery.SearchPath;
import dev.assay.runtime.discovery.Selection;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.PluginException;
import dev.assay.spi.error.UnavailableException;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelName;
import dev.assay.spi.op.TensorScope;
import dev.assay.spi.provider.Availability;
import dev.assay.spi.provider.BackendProvider;
import dev.assay.spi.provider.OpPlugin;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Opening an Assay with and without an application's own injector. */
class CompositionTest {
  @Test
  void openTakesTheUsableBackendOfTheHighestRankAndSaysSo() {
    try (Assay assay = Assay.open()) {
      assertThat(assay.selection().backend().id()).isEqualTo("reference-cpu");
      assertThat(assay.selection().by()).isEqualTo(Selection.By.RANK);
      assertThat(assay.backend().id()).isEqualTo("reference-cpu");
      assertThat(assay.installation().backends()).contains(assay.selection().backend());
      assertThat(assay.catalog()).isSameAs(assay.installation().catalog());
      assertThat(assay.catalog().declaration(KernelName.of("assay:layer_norm")).dtypes())
          .contains(DType.F32);
    }
  }

  @Test
  void anUnknownIdIsAnErrorOfOursNotOfGuice() {
    Throwable error = catchThrowable(() -> Assay.open("refernce-cpu"));
    assertThat(error).isInstanceOf(InvalidCallException.class);
    GoldenMessage.assertMatches("open-unknown", error);
  }

  @Test
  void theSystemPropertySelects() {
    System.setProperty(Selection.PROPERTY, "nothing-of-that-name");
    try {
      assertThatThrownBy(Assay::open).isInstanceOf(InvalidCallException.class)
          .hasMessageContaining("system property assay.backend");
      try (Assay assay = Assay.open("reference-cpu")) {
        assertThat(assay.selection().by()).isEqualTo(Selection.By.CALLER);
      }
    } finally {
      System.clearProperty(Selection.PROPERTY);
    }
  }

  @Test
  void whatTheApplicationBindsStandsBesideWhatJarsBring() {
    Gate gate = new Gate();
    gate.open();
    Injector injector = Guice.createInjector(AssayModule.standard(), new AbstractModule() {
      @Override
      protected void configure() {
        Multibinder.newSetBinder(binder(), OpPlugin.class).addBinding().toInstance(gate);
        Multibinder.newSetBinder(binder(), BackendProvider.class)
            .addBinding()
            .toInstance(new Relabelled("mine", new ReferenceCpuProvider()::open));
      }
    });
    Service service = injector.getInstance(Service.class);
    assertThat(injector.getInstance(Assay.class)).isSameAs(service.assay);
    assertThat(injector.getInstance(Installation.class)).isSameAs(service.assay.installation());
    assertThat(injector.getInstance(Selection.class)).isSameAs(service.assay.selection());
    try (Assay assay = service.assay; TensorScope scope = assay.scope()) {
      assertThat(assay.installation().backends()).extracting(entry -> entry.id())
          .contains("mine", "reference-cpu");
      assertThat(Gate.pass(scope, scope.tensor(new float[] {3}, 1)).toFloatArray())
          .containsExactly(3);
      assertThat(service.twice(3)).isEqualTo(6);
    }
  }

  @Test
  void anApplicationOnGuiceFindsTheErrorAsTheCause() {
    Injector injector =
        Guice.createInjector(AssayModule.standard().withBackend("nothing-of-that-name"));
    Throwable wrapped = catchThrowable(() -> injector.getInstance(Service.class));
    assertThat(wrapped).isExactlyInstanceOf(ProvisionException.class);
    assertThat(wrapped.getCause()).isInstanceOfSatisfying(AssayException.class,
        error -> assertThat(error.code()).isEqualTo(RuntimeCodes.BACKEND_UNKNOWN));
  }

  @Test
  void anEmptySearchPathFindsNothingAndSaysWhatToDo() {
    Throwable error =
        catchThrowable(() -> Assay.open(AssayModule.standard().withSearchPath(SearchPath.empty())));
    assertThat(error).isInstanceOf(UnavailableException.class);
    assertThat(((AssayException) error).code()).isEqualTo(RuntimeCodes.BACKEND_NONE);
  }

  @Test
  void aProviderThatOpensABackendOfAnotherIdIsRefused() {
    Throwable error =
        catchThrowable(() -> openBound(new Relabelled("mine", new ReferenceCpuProvider()::open)));
    assertThat(error).isInstanceOf(PluginException.class);
    assertThat(((AssayException) error).code()).isEqualTo(RuntimeCodes.PLUGIN_CONTRACT);
    assertThat(error).hasMessageContaining("expected: mine")
        .hasMessageContaining("actual: reference-cpu");
  }

  @Test
  void aProviderThatFailsToOpenIsUnavailableAndNotReplaced() {
    Map<String, Function<KernelCatalog, Backend>> failures = Map.of(
        "no power", catalog -> {
          throw new IllegalStateException("no power");
        },
        "opened null", catalog -> null,
        "gone", catalog -> {
          throw new NoSuchMethodError("gone");
        });
    failures.forEach((reason, open) -> {
      Throwable error = catchThrowable(() -> openBound(new Relabelled("mine", open)));
      assertThat(error).isInstanceOf(UnavailableException.class).hasMessageContaining(reason);
      assertThat(((AssayException) error).code()).isEqualTo(RuntimeCodes.BACKEND_UNAVAILABLE);
    });
  }

  private static void openBound(BackendProvider provider) throws Throwable {
    Injector injector =
        Guice.createInjector(AssayModule.standard().withBackend("mine"), new AbstractModule() {
          @Override
          protected void configure() {
            Multibinder.newSetBinder(binder(), BackendProvider.class)
                .addBinding()
                .toInstance(provider);
          }
        });
    try {
      injector.getInstance(Assay.class).close();
    } catch (ProvisionException wrapped) {
      throw wrapped.getCause();
    }
  }

  /** An application's class that is given an Assay. */
  static final class Service {
    private final Assay assay;

    @Inject
    Service(Assay assay) {
      this.assay = assay;
    }

    float twice(float value) {
      try (TensorScope scope = assay.scope()) {
        var x = scope.tensor(new float[] {value}, 1);
        return scope.ops(Ops.class).add(x, x).toFloatArray()[0];
      }
    }
  }

  /** A provider under another id than that of the backend it opens. */
  private record Relabelled(String id, Function<KernelCatalog, Backend> opening)
      implements BackendProvider {
    @Override
    public int rank() {
      return -5;
    }

    @Override
    public Availability probe() {
      return new Availability.Usable("a test");
    }

    @Override
    public Backend open(KernelCatalog catalog) {
      return opening.apply(catalog);
    }
  }
}
