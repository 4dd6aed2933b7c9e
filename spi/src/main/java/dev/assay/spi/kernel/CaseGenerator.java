package dev.assay.spi.kernel;

import dev.assay.spi.data.DType;
import org.apiguardian.api.API;

/**
 * Yields a valid case for any seed, so that nobody keeps lists of cases by hand. Different seeds should reach odd,
 * prime, tiny, empty and large sizes, strides where the kernel has them, and values of wide range and both signs;
 * {@link CaseRandom} draws all of these. Stateless: the same arguments give the same case.
 */
@FunctionalInterface
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface CaseGenerator {
  /** The case for this source of choices and this dtype. */
  KernelCase generate(CaseRandom random, DType dtype);
}
