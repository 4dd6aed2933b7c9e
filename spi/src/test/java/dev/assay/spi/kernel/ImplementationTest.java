package dev.assay.spi.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.spi.data.DType;
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
        PLAIN.limits(),
        PLAIN.condition())).as("everything else").isEqualTo(PLAIN);
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
