package dev.assay.spi.kernel;

import org.apiguardian.api.API;

/**
 * What a kernel means, in Java: it receives one whole dispatch and writes every output. Written for clarity and
 * independence before speed: f64 accumulation, own index arithmetic, nothing shared with any source text. Stateless
 * and thread-safe.
 */
@FunctionalInterface
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface ReferenceFunction {
  /** Runs the dispatch. An error in the data (an index out of range) is an {@code InvalidInputException}. */
  void run(ReferenceDispatch dispatch);
}
