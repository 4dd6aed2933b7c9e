package dev.assay.models.embed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class LengthGroupsTest {
  @Property
  void eachTextIsInOneGroup(
      @ForAll @Size(max = 80) List<@IntRange(min = 3, max = 512) Integer> lengths) {
    List<Integer> indices =
        LengthGroups.of(lengths).stream().flatMap(List::stream).sorted().toList();

    assertThat(indices).isEqualTo(IntStream.range(0, lengths.size()).boxed().toList());
  }

  @Property
  void groupsAreBoundedInTokensAndPadding(
      @ForAll @Size(max = 80) List<@IntRange(min = 3, max = 2000) Integer> lengths) {
    for (List<Integer> group : LengthGroups.of(lengths)) {
      int longest = Collections.max(group.stream().map(lengths::get).toList());
      int shortest = Collections.min(group.stream().map(lengths::get).toList());

      assertThat(longest).isLessThanOrEqualTo(2 * shortest);
      assertThat(group.size() == 1 || group.size() * longest <= LengthGroups.MOST_TOKENS).isTrue();
    }
  }

  @Test
  void textsOfOneLengthFillAGroup() {
    assertThat(LengthGroups.of(Collections.nCopies(130, 16)))
        .extracting(List::size)
        .containsExactly(64, 64, 2);
    assertThat(LengthGroups.of(List.of())).isEmpty();
  }

  @Test
  void shortAndLongTextsDoNotPayForEachOther() {
    assertThat(LengthGroups.of(List.of(512, 4, 8, 9, 200))).containsExactly(List.of(1, 2),
        List.of(3), List.of(4), List.of(0));
  }
}
