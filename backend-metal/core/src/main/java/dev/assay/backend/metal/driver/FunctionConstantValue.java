package dev.assay.backend.metal.driver;

import dev.assay.spi.data.StructValue;
import org.apiguardian.api.API;

/**
 * The value of a function constant.
 *
 * @param name its name in the text, for messages
 * @param index of {@code [[function_constant(index)]]}
 * @param value a scalar of the type that the text gives it
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record FunctionConstantValue(String name, int index, StructValue value) {}
