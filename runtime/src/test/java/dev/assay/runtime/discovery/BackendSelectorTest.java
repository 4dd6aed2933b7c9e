package dev.assay.runtime.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assay.runtime.GoldenText;
import dev.assay.runtime.RuntimeCodes;
import dev.assay.runtime.discovery.BackendEntry.State;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.UnavailableException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackendSelectorTest {
  private static final BackendEntry REFERENCE = usable("reference-cpu", 0);
  private static final BackendEntry METAL = unavailable("metal", "there is no Metal on Linux");
  private static final BackendEntry HOST = usable("host", -10);
  private static final BackendEntry OLD =
      new BackendEntry("acme.OldProvider", "0.9", "0.0", "/jars/old.jar",
          State.INCOMPATIBLE, "it was built for SPI 0.0, this is SPI 0.1", null, null);
  private static final List<BackendEntry> INSTALLED = List.of(OLD, HOST, METAL, REFERENCE);

  @ParameterizedTest
  @CsvSource(nullValues = "-", value = {
    "host, reference-cpu, reference-cpu, host, CALLER",
    "-, host, reference-cpu, host, PROPERTY",
    "-, -, host, host, ENVIRONMENT",
    "-, '', host, host, ENVIRONMENT",
    "-, ' host ', -, host, PROPERTY",
    "-, -, ' ', reference-cpu, RANK",
    "-, -, -, reference-cpu, RANK"})
  void theStrongestWordDecides(String asked, String property, String variable, String id,
      Selection.By by) {
    Selection selection = select(INSTALLED, asked, property, variable);
    assertThat(selection.backend().id()).isEqualTo(id);
    assertThat(selection.by()).isEqualTo(by);
  }

  @Test
  void amongEqualRanksTheFirstIdIsTaken() {
    List<BackendEntry> equals = List.of(usable("b", 3), usable("a", 3), usable("c", 3));
    assertThat(select(equals, null, null, null).backend().id()).isEqualTo("a");
  }

  @Test
  void aNegativeRankIsTakenWhenNothingElseIsUsable() {
    assertThat(select(List.of(HOST, METAL), null, null, null).backend()).isEqualTo(HOST);
  }

  @Test
  void anUnknownIdOffersTheNearestAndNamesWhoCouldNotSayItsId() {
    Throwable error = catchThrowable(() -> select(INSTALLED, null, null, "refrence-cpu"));
    assertThat(error).isInstanceOf(InvalidCallException.class);
    assertThat(((AssayException) error).code()).isEqualTo(RuntimeCodes.BACKEND_UNKNOWN);
    GoldenText.assertText("backend-unknown", error.getMessage());
  }

  @Test
  void forABackendOfAssaysOwnTheMessageSaysWhichJarsAreMissing() {
    BackendEntry cpu = usable("reference-cpu", 0);
    GoldenText.assertText("backend-own-metal",
        catchThrowable(() -> select(List.of(cpu), "metal", null, null)).getMessage());
    GoldenText.assertText("backend-own-reference",
        catchThrowable(() -> select(List.of(), null, "reference-cpu", null)).getMessage());
    assertThatThrownBy(() -> select(List.of(cpu), "acme", null, null))
        .hasMessageContaining("remedy: known: reference-cpu");
  }

  @Test
  void aNamedBackendThatIsUnusableIsNeverReplaced() {
    Throwable error =
        catchThrowable(() -> select(INSTALLED, "metal", "reference-cpu", "reference-cpu"));
    assertThat(error).isInstanceOf(UnavailableException.class);
    assertThat(((AssayException) error).code()).isEqualTo(RuntimeCodes.BACKEND_UNAVAILABLE);
    GoldenText.assertText("backend-unavailable", error.getMessage());
  }

  @Test
  void anIncompatibleProviderCanBeNamedByItsClassAndSaysWhy() {
    assertThatThrownBy(() -> select(INSTALLED, "acme.OldProvider", null, null))
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("built for SPI 0.0");
  }

  @Test
  void whenNoneIsUsableEveryProviderAndItsReasonAreListed() {
    Throwable error = catchThrowable(() -> select(List.of(OLD, METAL), null, null, null));
    assertThat(error).isInstanceOf(UnavailableException.class);
    assertThat(((AssayException) error).code()).isEqualTo(RuntimeCodes.BACKEND_NONE);
    GoldenText.assertText("backend-none-usable", error.getMessage());
  }

  @Test
  void whenNoneIsInstalledTheMessageSaysWhatToInstall() {
    Throwable error = catchThrowable(() -> select(List.of(), null, null, null));
    GoldenText.assertText("backend-none-installed", error.getMessage());
  }

  @Test
  void anEmptyIdOfTheCallerIsUnknownNotIgnored() {
    assertThatThrownBy(() -> select(INSTALLED, "", null, null))
        .isInstanceOf(InvalidCallException.class);
  }

  private static Selection select(
      List<BackendEntry> installed, @Nullable String asked, @Nullable String property,
      @Nullable String variable) {
    Map<String, String> properties =
        property == null ? Map.of() : Map.of(Selection.PROPERTY, property);
    Map<String, String> environment =
        variable == null ? Map.of() : Map.of(Selection.ENVIRONMENT, variable);
    return new BackendSelector(installed, properties::get, environment::get).select(asked);
  }

  private static BackendEntry usable(String id, int rank) {
    return new BackendEntry(id, "1.0", "0.1", "/jars/" + id + ".jar", State.USABLE, null, rank,
        "a device");
  }

  private static BackendEntry unavailable(String id, String reason) {
    return new BackendEntry(id, "1.0", "0.1", "/jars/" + id + ".jar", State.UNAVAILABLE, reason,
        100, null);
  }
}
