package dev.assay.parity;

import dev.assay.parity.ParityReport.Cell;
import dev.assay.parity.ParityReport.Deviation;
import dev.assay.parity.ParityReport.Failure;
import dev.assay.parity.ParityReport.Skip;
import dev.assay.spi.data.DType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a run found, by kernel, dtype, implementation and mode. Not thread-safe. */
final class Matrix {
  private static final Comparator<Row> BY_NAME = Comparator.comparing(Row::kernel)
      .thenComparing(Row::dtype)
      .thenComparing(Row::implementation, Comparator.nullsFirst(Comparator.naturalOrder()));

  private record Row(String kernel, DType dtype, @Nullable String implementation) {}

  /** One cell while it is filled. */
  static final class Counts {
    private long passed;
    private long failed;
    private final List<Skip> skipped = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();
    private @Nullable Deviation worst;

    private Counts() {}

    /** A trial passed, or did not. */
    void add(boolean isPassed) {
      passed += isPassed ? 1 : 0;
      failed += isPassed ? 0 : 1;
    }

    void add(Skip skip) {
      skipped.add(skip);
    }

    void add(Failure failure) {
      failures.add(failure);
    }

    void add(Deviation deviation) {
      if (worst == null || deviation.share() > worst.share()) {
        worst = deviation;
      }
    }

    private Cell cell(Row row, Mode mode) {
      return new Cell(row.kernel, row.dtype, row.implementation, mode, passed, failed, skipped,
          failures, worst);
    }
  }

  private final Set<Mode> modes;
  private final Map<Row, Map<Mode, Counts>> rows = new TreeMap<>(BY_NAME);

  /** Empty; every row gets a cell for each of these modes. */
  Matrix(Set<Mode> modes) {
    this.modes = modes;
  }

  /** The cell of a trial. */
  Counts at(Bundle trial) {
    return Objects.requireNonNull(row(trial.kernel().name().toString(),
        trial.input().input().dtype(), trial.implementation()).get(trial.mode()));
  }

  /** The cells of what concerns every mode. */
  Collection<Counts> at(String kernel, DType dtype, @Nullable String implementation) {
    return row(kernel, dtype, implementation).values();
  }

  /** Every cell, by kernel, dtype, implementation and mode. */
  List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    rows.forEach((row, byMode) -> byMode
        .forEach((mode, counts) -> cells.add(counts.cell(row, mode))));
    return cells;
  }

  private Map<Mode, Counts> row(String kernel, DType dtype, @Nullable String implementation) {
    return rows.computeIfAbsent(new Row(kernel, dtype, implementation), row -> {
      Map<Mode, Counts> cells = new EnumMap<>(Mode.class);
      modes.forEach(mode -> cells.put(mode, new Counts()));
      return cells;
    });
  }
}
