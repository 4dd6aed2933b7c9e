package dev.assay.runtime.tensor;

import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.op.KernelCall;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A step of a program.
 *
 * @param label names it
 * @param pipeline the key of what runs, or null for a view, which moves nothing
 * @param arguments tensors by parameter name
 * @param constants the constants that are bound
 */
record RecordedCall(
    String label,
    @Nullable PipelineKey pipeline,
    List<KernelCall.Argument> arguments,
    Map<String, StructValue> constants) {}
