package dev.assay.suite.metal;

import dev.assay.backend.metal.driver.MetalCommandBuffer;
import dev.assay.backend.metal.driver.MetalComputeEncoder;
import dev.assay.backend.metal.driver.MetalIndirectCommandBuffer;
import dev.assay.backend.metal.driver.MetalQueue;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.CompiledSchedule;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Set;

/**
 * An object in front of another, and of what that one makes, that does some of its calls otherwise. Changes are found by
 * {@code Interface.method}, such as {@code MetalIndirectCommandBuffer.setBarrier}.
 *
 * @param real what does the work
 * @param changes what is done otherwise
 */
record WrongCalls(Object real, Map<String, Change> changes) implements InvocationHandler {
  private static final Set<Class<?>> MADE = Set.of(MetalQueue.class, MetalCommandBuffer.class,
      MetalComputeEncoder.class, MetalIndirectCommandBuffer.class, CompiledSchedule.class);

  /** What is done instead. */
  @FunctionalInterface
  interface Change {
    Object apply(Call call) throws Throwable;
  }

  /**
   * A call that may be changed.
   *
   * @param real what it was made on
   * @param method what was called
   * @param arguments with what; a change may replace them
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Call(Object real, Method method, Object[] arguments) {
    /** Makes the call. */
    Object proceed() throws Throwable {
      try {
        return method.invoke(real, arguments);
      } catch (InvocationTargetException thrown) {
        throw thrown.getCause();
      }
    }

    /** Makes the call with this argument instead. */
    Object proceed(int place, Object argument) throws Throwable {
      arguments[place] = argument;
      return proceed();
    }

    long number(int place) {
      return ((Number) arguments[place]).longValue();
    }
  }

  /** Everything is done by {@code real}, but for the changes. */
  static <T> T over(Class<T> type, T real, Map<String, Change> changes) {
    return type.cast(Proxy.newProxyInstance(WrongCalls.class.getClassLoader(),
        new Class<?>[] {type}, new WrongCalls(real, changes)));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] given) throws Throwable {
    Object[] arguments = given == null ? new Object[0] : given.clone();
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = real(arguments[i]);
    }
    Call call = new Call(real, method, arguments);
    Change change =
        changes.get(method.getDeclaringClass().getSimpleName() + "." + method.getName());
    Object result = change == null ? call.proceed() : change.apply(call);
    return result != null && MADE.contains(method.getReturnType())
        ? over(method.getReturnType(), result)
        : result;
  }

  private <T> T over(Class<T> type, Object made) {
    return over(type, type.cast(made), changes);
  }

  private static Object real(Object given) {
    return given != null && Proxy.isProxyClass(given.getClass())
        && !(given instanceof Backend)
        && Proxy.getInvocationHandler(given) instanceof WrongCalls wrong ? wrong.real : given;
  }
}
