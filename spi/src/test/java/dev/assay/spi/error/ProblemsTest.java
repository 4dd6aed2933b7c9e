package dev.assay.spi.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.spi.GoldenFile;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProblemsTest {
  private static final Problem FULL = Problem.of(Codes.BIND_LENGTH, "the view of 'x' is too short")
      .at("bake of acme:twice (f32)")
      .expected("12 elements", "7 elements")
      .remedy("bind a longer view");

  @Test
  void oneProblemIsItsOwnMessage() {
    GoldenFile.assertMessage("problem-one", new InvalidCallException(FULL));
    assertThat(new DeviceException(Problem.of(Codes.QUEUE_FAILED, "the queue has failed")))
        .hasMessage("queue.failed: the queue has failed");
  }

  @Test
  void severalProblemsAreNumberedInTheOrderFound() {
    Problems problems = new Problems("bake of acme:twice (f32)");
    problems.add(Problem.of(Codes.BIND_MISSING, "parameter 'out' is not bound").remedy("bind it"));
    problems.add(FULL.at("elsewhere"));

    InvalidCallException error =
        catchThrowableOfType(InvalidCallException.class,
            () -> problems.throwIfAny(InvalidCallException::new));

    GoldenFile.assertMessage("problem-two", error);
    assertThat(error.code()).as("the first problem's").isEqualTo(Codes.BIND_MISSING);
    assertThat(error.problems()).extracting(Problem::where)
        .containsExactly("bake of acme:twice (f32)", "elsewhere");
  }

  @Test
  void nothingFoundThrowsNothing() {
    Problems problems = new Problems("nowhere");

    problems.throwIfAny(PluginException::new);

    assertThat(problems.isEmpty()).isTrue();
    problems.add(FULL);
    assertThat(problems.isEmpty()).isFalse();
    assertThat(problems.list()).containsExactly(FULL);
  }

  @Test
  void theCauseIsKept() {
    Exception cause = new ArithmeticException("overflow");

    assertThat(
        List.of(new InvalidCallException(FULL, cause), new InvalidInputException(FULL, cause),
            new UnavailableException(FULL, cause), new DeviceException(FULL, cause),
            new ResourceException(FULL, cause),
            new PluginException(FULL, cause)))
        .allSatisfy(error -> assertThat(error).isInstanceOf(AssayException.class)
            .hasCause(cause)
            .hasMessage(FULL.describe()));
  }

  @Test
  void anErrorWithoutAProblemCannotBeMade() {
    assertThatThrownBy(() -> new InvalidCallException(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theListOfAnErrorIsItsOwn() {
    List<Problem> problems = new ArrayList<>(List.of(FULL));
    ResourceException error = new ResourceException(problems);

    problems.clear();

    assertThat(error.problems()).containsExactly(FULL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bind.missing", "acme.no_licence", "a.b.c2"})
  void aCodeIsLowerCasePartsJoinedByDots(String id) {
    assertThat(new ErrorCode(id)).hasToString(id);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "bind", ".bind", "bind.", "bind..x", "Bind.missing", "bind.Missing",
    "bind missing", "2a.b", "a.b\n"})
  void anyOtherCodeIsRefused(String id) {
    assertThatThrownBy(() -> new ErrorCode(id)).isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + id + "'");
  }
}
