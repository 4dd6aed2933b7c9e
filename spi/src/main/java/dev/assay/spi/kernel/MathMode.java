package dev.assay.spi.kernel;

import org.apiguardian.api.API;

/** What a compiler may assume about floating-point arithmetic. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum MathMode {
  /** NaN, infinities and signed zeros are honoured and nothing is reassociated: the default everywhere. */
  SAFE,
  /** They need not be: an implementation's own choice, with a tolerance of its own. */
  FAST
}
