package dev.assay.backend.metal.apple.doubled;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What tests ask of the double and read from it. All of it is the process's: one copy of the library serves every test of
 * a JVM. Safe for use by any thread.
 */
public final class Controls {
  private static final ValueLayout.OfLong INTEGER = ValueLayout.JAVA_LONG;
  private static final ValueLayout ADDRESS = ValueLayout.ADDRESS;

  private static final MethodHandle RESET = handle("double_reset", FunctionDescriptor.ofVoid());
  private static final MethodHandle CONFIGURE =
      handle("double_configure", FunctionDescriptor.ofVoid(ADDRESS));
  private static final MethodHandle CALLS = handle("double_calls", FunctionDescriptor.of(INTEGER));
  private static final MethodHandle CALLS_OF =
      handle("double_calls_of", FunctionDescriptor.of(INTEGER, ADDRESS));
  private static final MethodHandle TOUCHES =
      handle("double_touches", FunctionDescriptor.of(INTEGER));
  private static final MethodHandle OPEN_POOLS =
      handle("double_open_pools", FunctionDescriptor.of(INTEGER));
  private static final MethodHandle CLASS_NAME =
      handle("double_class_name", FunctionDescriptor.of(ADDRESS, INTEGER));
  private static final MethodHandle CLASS_LIVE =
      handle("double_class_live", FunctionDescriptor.of(INTEGER, INTEGER));
  private static final MethodHandle SELECTOR_NAME =
      handle("double_selector_name", FunctionDescriptor.of(ADDRESS, INTEGER));
  private static final MethodHandle TYPES =
      handle("double_types", FunctionDescriptor.of(ADDRESS, ADDRESS, ADDRESS));
  private static final MethodHandle VIOLATION =
      handle("double_violation", FunctionDescriptor.of(ADDRESS, INTEGER));
  private static final MethodHandle ADD_VIOLATION =
      handle("double_add_violation", FunctionDescriptor.ofVoid(ADDRESS));
  private static final MethodHandle LOG =
      handle("double_log", FunctionDescriptor.ofVoid(INTEGER));
  private static final MethodHandle LOG_LINE =
      handle("double_log_line", FunctionDescriptor.of(ADDRESS, INTEGER));
  private static final MethodHandle FAIL =
      handle("double_fail", FunctionDescriptor.ofVoid(ADDRESS, INTEGER, ADDRESS));
  private static final MethodHandle FAIL_COMMIT =
      handle("double_fail_commit", FunctionDescriptor.ofVoid(INTEGER, ADDRESS));

  Controls() {}

  @SuppressWarnings("restricted")
  static MethodHandle handle(String function, FunctionDescriptor descriptor) {
    return Linker.nativeLinker()
        .downcallHandle(DoubleLibrary.symbols().findOrThrow(function), descriptor);
  }

  /** Forgets counts, log, violations and requests of failures; objects stay. */
  public void reset() {
    call(() -> {
      RESET.invokeExact();
    });
  }

  /** What the double says it is from now on; no device is open. */
  void configure(DoubleOptions options) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment packed = options.pack(arena);
      call(() -> {
        CONFIGURE.invokeExact(packed);
      });
    }
  }

  /** Native calls that came in since the last reset: messages and functions of the runtime. */
  public long calls() {
    return integer(() -> (long) CALLS.invokeExact());
  }

  /** Those of one selector, or of one function such as {@code objc_retain}. */
  public long calls(String selector) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocateFrom(selector);
      return integer(() -> (long) CALLS_OF.invokeExact(name));
    }
  }

  /** The selectors and functions that were called since the last reset, with how often. */
  public Map<String, Long> callsBySelector() {
    Map<String, Long> counts = new TreeMap<>();
    texts(SELECTOR_NAME).forEach(name -> {
      long count = calls(name);
      if (count > 0) {
        counts.put(name, count);
      }
    });
    return counts;
  }

  /** Dispatches of no threadgroups, by which a pipeline is merely set. */
  public long touches() {
    return integer(() -> (long) TOUCHES.invokeExact());
  }

  /** Pools that are in place now, on all threads together. */
  public long openPools() {
    return integer(() -> (long) OPEN_POOLS.invokeExact());
  }

  /** The objects that are live now by class; a class without any is not there. */
  public Map<String, Long> liveObjects() {
    Map<String, Long> live = new TreeMap<>();
    List<String> names = texts(CLASS_NAME);
    for (int i = 0; i < names.size(); i++) {
      int place = i;
      long count = integer(() -> (long) CLASS_LIVE.invokeExact((long) place));
      if (count != 0) {
        live.put(names.get(i), count);
      }
    }
    return live;
  }

  /**
   * The types of a method, result first: {@code v} nothing, {@code @} object, {@code ^} address, {@code e} address of an
   * error, {@code Q} integer, {@code B} bool, {@code d} double, {@code S} size, {@code R} range.
   */
  public Optional<String> types(String className, String selector) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment owner = arena.allocateFrom(className);
      MemorySegment name = arena.allocateFrom(selector);
      return Optional
          .ofNullable(text(() -> (MemorySegment) TYPES.invokeExact(owner, name)));
    }
  }

  /** What was done since the last reset that Apple leaves undefined. */
  public List<String> violations() {
    return texts(VIOLATION);
  }

  /** Adds one that the Java side found. */
  void addViolation(String what) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocateFrom(what);
      call(() -> {
        ADD_VIOLATION.invokeExact(text);
      });
    }
  }

  /** Begins or ends writing down every call; costs time. */
  public void log(boolean on) {
    call(() -> {
      LOG.invokeExact(on ? 1L : 0L);
    });
  }

  /** What was written down: receiver, selector and arguments, or the name of a function. */
  public List<String> lines() {
    return texts(LOG_LINE);
  }

  /** Lets the {@code nth} call of a selector from now on, counted from 1, answer nil, with an error where one is given. */
  public void fail(String selector, int nth, @Nullable String error) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocateFrom(selector);
      MemorySegment text = error == null ? MemorySegment.NULL : arena.allocateFrom(error);
      call(() -> {
        FAIL.invokeExact(name, (long) nth, text);
      });
    }
  }

  /** Lets the {@code nth} command buffer that is committed from now on, counted from 1, end in an error. */
  public void failCommit(int nth, String error) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocateFrom(error);
      call(() -> {
        FAIL_COMMIT.invokeExact((long) nth, text);
      });
    }
  }

  private static List<String> texts(MethodHandle at) {
    List<String> texts = new ArrayList<>();
    while (true) {
      long place = texts.size();
      String text = text(() -> (MemorySegment) at.invokeExact(place));
      if (text == null) {
        return texts;
      }
      texts.add(text);
    }
  }

  /** A native call. */
  interface Call {
    /** Makes it. */
    void run() throws Throwable;
  }

  private interface Result<T> {
    T get() throws Throwable;
  }

  static void call(Call call) {
    Controls.<Boolean>result(() -> {
      call.run();
      return true;
    });
  }

  private static long integer(Result<Long> call) {
    return result(call);
  }

  @SuppressWarnings("restricted")
  private static @Nullable String text(Result<MemorySegment> call) {
    MemorySegment text = result(call);
    return text.address() == 0 ? null : text.reinterpret(Long.MAX_VALUE).getString(0);
  }

  private static <T> T result(Result<T> call) {
    try {
      return call.get();
    } catch (RuntimeException | Error unchecked) {
      throw unchecked;
    } catch (Throwable impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
