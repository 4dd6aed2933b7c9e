package dev.assay.spi.kernel;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import java.util.function.LongConsumer;
import org.apiguardian.api.API;

/** One dispatch as a reference function sees it: arguments by parameter name. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface ReferenceDispatch {
  /** The dtype of the pipeline. */
  DType dtype();

  /** The bound view of this buffer, cut to the elements that the declaration says may be touched. */
  Elements buffer(String parameter);

  /** The value of this constant or function constant. */
  StructValue constant(String parameter);

  /** Whether this boolean function constant is true. */
  default boolean flag(String functionConstant) {
    return constant(functionConstant).getLong("") != 0;
  }

  /** Runs {@code row} for 0 ≤ index < count, possibly on several threads, and waits; rows must be independent. */
  void forEachRow(long count, LongConsumer row);
}
