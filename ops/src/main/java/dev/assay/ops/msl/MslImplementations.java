package dev.assay.ops.msl;

import dev.assay.spi.kernel.Implementation;
import java.util.List;
import java.util.stream.Stream;

/** Every implementation of the catalogue in MSL; of one kernel, the first whose condition holds is chosen. */
public final class MslImplementations {
  private static final List<Implementation> ALL = Stream.of(
      ElementwiseMsl.implementations(),
      MovementMsl.implementations(),
      ReduceMsl.implementations(),
      NormMsl.implementations(),
      MatmulMsl.implementations(),
      SequenceMsl.implementations())
      .flatMap(each -> each)
      .toList();

  private MslImplementations() {}

  /** All of them. */
  public static List<Implementation> all() {
    return ALL;
  }
}
