package dev.assay.parity;

import dev.assay.parity.trial.Layout;
import dev.assay.parity.trial.TrialCase;
import dev.assay.spi.kernel.KernelDeclaration;
import org.jspecify.annotations.Nullable;

/**
 * All that it takes to run one trial again.
 *
 * @param kernel the kernel
 * @param implementation the implementation, or null where the backend needs none
 * @param mode the way to the device
 * @param layout the number of the layout
 * @param input the case
 */
record Bundle(
    KernelDeclaration kernel,
    @Nullable String implementation,
    Mode mode,
    int layout,
    TrialCase input) {
  /** The name of the trial. */
  @Override
  public String toString() {
    return kernel.name() + " (" + input.input().dtype()
        + (implementation == null ? "" : ", " + implementation) + "), " + input.name() + ", "
        + mode.id() + ", " + Layout.numbered(layout);
  }
}
