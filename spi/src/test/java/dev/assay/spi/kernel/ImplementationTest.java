package dev.assay.spi.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.spi.data.DType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImplementationTest {
  private static final Implementation PLAIN =
      KernelExamples.implementation("acme:twice", "plain", DType.F32);

  @Test
  void thePlainFormHasNoLimitAndAlwaysHolds() {
    assertThat(PLAIN.language()).isEqualTo("msl");
    assertThat(PLAIN.indexType()).isEqualTo(IndexType.UINT32);
    assertThat(PLAIN.limits()).isEmpty();
    assertThat(PLAIN.threadgroupMemoryBytes()).isEmpty();
    assertThat(PLAIN.condition().evaluate(ExprScope.EMPTY)).isEqualTo(1);
  }

  @Test
  void eachPartIsChangedAlone() {
    Implementation changed = PLAIN.withIndexType(IndexType.INT64)
        .withThreadgroupMemory("16", "4 * 8")
        .withLimit("1", "first")
        .withLimit("0", "second")
        .when("params.count > 1");

    assertThat(changed.indexType()).isEqualTo(IndexType.INT64);
    assertThat(changed.threadgroupMemoryBytes()).extracting(Expr::toString)
        .containsExactly("16", "(4 * 8)");
    assertThat(changed.limits()).extracting(Implementation.Limit::meaning)
        .containsExactly("first", "second");
    assertThat(changed.condition()).hasToString("(params.count > 1)");
    assertThat(new Implementation(changed.kernel(), changed.name(), changed.language(),
        changed.dtype(), changed.source(),
        changed.entryPoint(), PLAIN.indexType(), changed.geometry(), PLAIN.threadgroupMemoryBytes(),
        PLAIN.pointers(), PLAIN.limits(),
        PLAIN.condition(), PLAIN.mathMode(), PLAIN.ownTolerance(), PLAIN.suitsCpu()))
        .as("everything else")
        .isEqualTo(PLAIN);
  }

  @Test
  void fastMathBringsAToleranceOfItsOwn() {
    Implementation fast = PLAIN.fast(Tolerance.of(1e-3));

    assertThat(PLAIN.mathMode()).isEqualTo(MathMode.SAFE);
    assertThat(PLAIN.ownTolerance()).isNull();
    assertThat(fast.mathMode()).isEqualTo(MathMode.FAST);
    assertThat(fast.ownTolerance()).isEqualTo(Tolerance.of(1e-3));
  }

  @Test
  void aSourceOfPartsTellsWhoWroteALine() {
    KernelSource source = new KernelSource("norm", List.of(new KernelSource.Part("head.h", "a\nb"),
        new KernelSource.Part("empty", ""), new KernelSource.Part("body.metal", "c\nd\n")));

    assertThat(source.text()).isEqualTo("a\nb\n\nc\nd\n");
    assertThat(List.of(1, 2, 3, 4, 5, 9)).extracting(source::locate)
        .containsExactly(new KernelSource.Place("head.h", 1), new KernelSource.Place("head.h", 2),
            new KernelSource.Place("empty", 1), new KernelSource.Place("body.metal", 1),
            new KernelSource.Place("body.metal", 2), new KernelSource.Place("body.metal", 6));
    assertThatThrownBy(() -> new KernelSource("none", List.of())).hasMessageContaining("none");
  }

  @Test
  void geometryIsReadWhenItIsStatedNotWhenItIsUsed() {
    assertThatThrownBy(() -> Geometry.threads("params.count +", "64"))
        .hasMessageContaining("column 15");
    assertThat(Geometry.threads("n", "64").form()).isEqualTo(Geometry.Form.THREADS);
    Geometry groups = Geometry.threadgroups("params.rows", "32");
    assertThat(groups.form()).isEqualTo(Geometry.Form.THREADGROUPS);
    assertThat(groups.grid()).isEqualTo(Geometry.Axes.of("params.rows", "1", "1"));
    assertThat(groups.threadgroup()).isEqualTo(Geometry.Axes.of("32", "1", "1"));
  }

  @ParameterizedTest
  @CsvSource({"INT32, 2147483648", "UINT32, 4294967296", "INT64, 9223372036854775807"})
  void anIndexTypeTellsSoManyElementsApart(IndexType type, long elements) {
    assertThat(type.mostElements()).isEqualTo(elements);
  }

  @ParameterizedTest
  @CsvSource({
    "READ, read, true, false", "WRITE_ALL, write-all, false, true",
    "WRITE_SOME, write-some, true, true",
    "READ_WRITE, read-write, true, true"})
  void anAccessSaysWhatCrossesTheDispatch(Access access, String text, boolean earlierContentMatters,
      boolean writes) {
    assertThat(access).hasToString(text);
    assertThat(access.writes()).isEqualTo(writes);
    assertThat(access.reads()).isEqualTo(earlierContentMatters);
  }
}
