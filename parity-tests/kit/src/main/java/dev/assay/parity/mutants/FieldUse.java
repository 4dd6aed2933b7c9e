package dev.assay.parity.mutants;

import dev.assay.parity.trial.Content;
import dev.assay.parity.trial.TrialCase;
import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.KernelName;
import java.util.HashMap;
import java.util.Map;

/** Which fields a reference function reads: whoever reads one that is taken away fails. Not thread-safe. */
final class FieldUse {
  /** Generated cases of each dtype, besides the golden ones. */
  private static final int CASES = 24;

  private final KernelDeclaration kernel;
  private final long seed;
  private final Map<String, Boolean> known = new HashMap<>();

  FieldUse(KernelDeclaration kernel, long seed) {
    this.kernel = kernel;
    this.seed = seed;
  }

  /** Whether the function reads the field in any case; a lone scalar counts as read. */
  boolean isRead(String place) {
    return KernelParts.fieldOf(place).isEmpty() || known.computeIfAbsent(place, this::find);
  }

  private boolean find(String place) {
    KernelName name = kernel.name();
    KernelDeclaration without = Redeclared.with(kernel, dispatch -> kernel.reference()
        .run(WrongDispatch.constants(dispatch,
            (constant, value) -> constant.equals(KernelParts.constantOf(place))
                ? KernelParts.without(value, KernelParts.fieldOf(place))
                : value)))
        .declaration(name);
    try {
      for (int i = 0; i < kernel.goldenCases().size(); i++) {
        Content.of(without, kernel.goldenCases().get(i).input());
      }
      for (DType dtype : kernel.dtypes()) {
        for (int i = 0; i < CASES; i++) {
          Content.of(without, TrialCase.seeded(kernel, dtype, seed + i).input());
        }
      }
      return false;
    } catch (RuntimeException missed) {
      return true;
    }
  }
}
