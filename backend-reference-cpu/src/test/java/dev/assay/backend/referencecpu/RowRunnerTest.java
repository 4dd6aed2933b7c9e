package dev.assay.backend.referencecpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowRunnerTest {
  private RowRunner rows = new RowRunner(4);

  @AfterEach
  void close() {
    rows.close();
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "1, 7", "2, 1", "4, 3", "4, 4", "4, 1009"})
  void runsEachRowExactlyOnce(int workers, int count) {
    rows.close();
    rows = new RowRunner(workers);
    AtomicIntegerArray runs = new AtomicIntegerArray(count);
    rows.run(count, row -> runs.incrementAndGet((int) row));
    for (int i = 0; i < count; i++) {
      assertThat(runs.get(i)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 500, 999})
  void theErrorOfAnyRowIsRethrownAfterAllWorkersHaveStopped(long bad) {
    AtomicLong running = new AtomicLong();
    assertThatThrownBy(() -> rows.run(1000, row -> {
      running.incrementAndGet();
      try {
        if (row == bad) {
          throw new IllegalArgumentException("row " + row);
        }
      } finally {
        running.decrementAndGet();
      }
    })).isInstanceOf(IllegalArgumentException.class).hasMessage("row " + bad);
    assertThat(running).hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 999})
  void anErrorThatIsNoExceptionIsNotLostEither(long bad) {
    assertThatThrownBy(() -> rows.run(1000, row -> {
      if (row == bad) {
        throw new AssertionError("row " + row);
      }
    })).isInstanceOf(AssertionError.class);
  }
}
