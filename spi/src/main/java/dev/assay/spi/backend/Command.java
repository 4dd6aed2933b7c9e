package dev.assay.spi.backend;

import dev.assay.spi.data.StructValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * One encoded dispatch as data, so that two ways of encoding can be compared. Labels are no part of it.
 *
 * @param pipeline the pipeline
 * @param views what is bound to each buffer parameter; a view of a capture's slot stands for the slot
 * @param constants the value of each constant parameter, patchable fields at their lower bound
 * @param patchable the names of the patchable fields, in order
 * @param grid the geometry, null where the device needs no implementation and none is installed
 * @param barrierBefore whether it waits for what was encoded before
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Command(
    PipelineKey pipeline,
    Map<String, BufferView> views,
    Map<String, StructValue> constants,
    List<String> patchable,
    @Nullable Grid grid,
    boolean barrierBefore) {
  /** Keeps the order of the maps. */
  public Command {
    views = Collections.unmodifiableMap(new LinkedHashMap<>(views));
    constants = Collections.unmodifiableMap(new LinkedHashMap<>(constants));
    patchable = List.copyOf(patchable);
  }
}
