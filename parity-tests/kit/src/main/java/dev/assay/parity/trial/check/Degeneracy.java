package dev.assay.parity.trial.check;

import dev.assay.parity.trial.Content;
import dev.assay.spi.data.Elements;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apiguardian.api.API;

/** Ways in which a result looks like one that nobody computed. */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class Degeneracy {
  private static final String ALL_EQUAL = "all equal";

  private Degeneracy() {}

  /** Every way in which this result looks so, in words. */
  public static Set<String> of(Elements result, Content content) {
    Set<String> ways = new TreeSet<>();
    if (result.length() > 0 && isAllZero(result)) {
      ways.add("all zero");
    }
    if (result.length() > 1 && isAllEqual(result)) {
      ways.add(ALL_EQUAL);
    }
    for (Map.Entry<String, Elements> input : content.before().entrySet()) {
      if (!content.expected().containsKey(input.getKey()) && result.length() > 0
          && input.getValue().sameBits(result)) {
        ways.add("the same as input '" + input.getKey() + "'");
      }
    }
    return ways;
  }

  /** Whether a right result of this case shows that something was computed. */
  public static boolean provesSomething(Content content) {
    return content.expected()
        .values()
        .stream()
        .allMatch(expected -> expected.length() > 1
            && !of(expected, content).contains(ALL_EQUAL));
  }

  private static boolean isAllZero(Elements result) {
    return result.memory()
        .mismatch(Elements.zeros(result.dtype(), result.length()).memory()) < 0;
  }

  private static boolean isAllEqual(Elements result) {
    long size = result.dtype().sizeBytes();
    long rest = result.memory().byteSize() - size;
    return result.memory().asSlice(size, rest).mismatch(result.memory().asSlice(0, rest)) < 0;
  }
}
