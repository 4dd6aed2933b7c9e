package dev.assay.spi.op;

import java.util.function.Function;
import org.apiguardian.api.API;

/**
 * A class of operations and how to make one for a scope: {@code new OpLibrary<>(AcmeOps.class, AcmeOps::new)}.
 *
 * @param type the class that users ask for
 * @param factory makes an instance for a scope; called once per scope
 * @param <T> the class
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record OpLibrary<T>(Class<T> type, Function<TensorScope, T> factory) {}
