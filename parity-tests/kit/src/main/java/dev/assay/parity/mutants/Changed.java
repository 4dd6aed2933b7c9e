package dev.assay.parity.mutants;

import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Execution;
import dev.assay.spi.backend.SlotValues;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Objects of the SPI of which some calls give something else. */
final class Changed {
  private Changed() {}

  /** What a call gives instead, or goes on to. */
  @FunctionalInterface
  interface Call {
    @Nullable
    Object to(Method method, Object real, @Nullable Object[] arguments) throws Throwable;
  }

  /** The object, of which the named calls go elsewhere. */
  static <T> T of(Class<T> type, T real, Map<String, Call> changes) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
        (proxy, method, given) -> {
          @Nullable Object[] arguments = given == null ? new Object[0] : given;
          Call change = changes.get(method.getName());
          return change == null
              ? call(method, real, arguments)
              : change.to(method, real, arguments);
        }));
  }

  /** The backend with other encoders. */
  static Backend encoders(Backend real, UnaryOperator<Encoder> change) {
    Call changed = (method, queue, arguments) -> change
        .apply(made(Encoder.class, method, queue, arguments));
    return of(Backend.class, real, Map.of("newQueue", (method, backend, arguments) -> of(
        CommandQueue.class, made(CommandQueue.class, method, backend, arguments),
        Map.of("encoder", changed, "serialEncoder", changed))));
  }

  /** The backend with other executions: the change is given the queue, the label and the values of each. */
  static Backend executions(Backend real, Executions change) {
    return of(Backend.class, real, Map.of("newQueue", (method, backend, arguments) -> {
      CommandQueue queue = made(CommandQueue.class, method, backend, arguments);
      return of(CommandQueue.class, queue, Map.of("execution", (execution, own, of) -> change
          .make(queue, (String) Objects.requireNonNull(of[0]),
              (SlotValues) Objects.requireNonNull(of[1]))));
    }));
  }

  /** What stands in for the executions of a queue. */
  @FunctionalInterface
  interface Executions {
    Execution make(CommandQueue queue, String label, SlotValues values);
  }

  /** What the real call makes. */
  static <T> T made(Class<T> type, Method method, Object real, @Nullable Object... arguments)
      throws Throwable {
    return type.cast(Objects.requireNonNull(call(method, real, arguments)));
  }

  static @Nullable Object call(Method method, Object real, @Nullable Object... arguments)
      throws Throwable {
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }
}
