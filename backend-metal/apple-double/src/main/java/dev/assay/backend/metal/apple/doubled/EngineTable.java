package dev.assay.backend.metal.apple.doubled;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The engine as the table of functions that the native part calls. Nothing that is thrown crosses a native frame: that
 * would end the process.
 */
@SuppressWarnings("unused") // its methods are called by the stubs
final class EngineTable {
  private static final ValueLayout INTEGER = ValueLayout.JAVA_LONG;
  private static final ValueLayout ADDRESS = ValueLayout.ADDRESS;
  private static final int ERROR_ROOM = 65_536;

  private static final MethodHandle INSTALL =
      Controls.handle("double_engine", FunctionDescriptor.ofVoid(ADDRESS));
  private static final MethodHandle ENDED =
      Controls.handle("double_ended", FunctionDescriptor.ofVoid(ADDRESS, INTEGER, ADDRESS));

  private final Engine engine;
  private final Controls controls;

  private EngineTable(Engine engine, Controls controls) {
    this.engine = engine;
    this.controls = controls;
  }

  /** Puts an engine in the place of the one before; the table lives in the arena. */
  static void install(Engine engine, Controls controls, Arena arena) {
    EngineTable table = new EngineTable(engine, controls);
    MemorySegment functions = arena.allocate(7L * Long.BYTES, Long.BYTES);
    table.put(functions, 0, "library", arena, long.class, MemorySegment.class, long.class,
        MemorySegment.class);
    table.put(functions, 1, "function", arena, long.class, long.class, MemorySegment.class,
        MemorySegment.class, long.class, MemorySegment.class);
    table.put(functions, 2, "pipeline", arena, long.class, long.class, long.class,
        MemorySegment.class, MemorySegment.class, MemorySegment.class);
    table.put(functions, 3, "buffer", arena, long.class, long.class, MemorySegment.class,
        MemorySegment.class, MemorySegment.class);
    table.put(functions, 4, "queue", arena, long.class, long.class, MemorySegment.class);
    table.put(functions, 5, "release", arena, void.class, long.class, long.class);
    table.put(functions, 6, "commit", arena, void.class, long.class, MemorySegment.class,
        MemorySegment.class, MemorySegment.class, long.class, MemorySegment.class, long.class);
    Controls.call(() -> INSTALL.invoke(functions));
  }

  /** Puts the engine in place that runs nothing. */
  static void installIdle() {
    Controls.call(() -> INSTALL.invoke(MemorySegment.NULL));
  }

  @SuppressWarnings("restricted")
  private void put(MemorySegment functions, int place, String method, Arena arena,
      Class<?> returns, Class<?>... arguments) {
    try {
      MethodHandle target = MethodHandles.lookup()
          .findVirtual(EngineTable.class, method, MethodType.methodType(returns, arguments))
          .bindTo(this);
      ValueLayout[] layouts = Arrays.stream(arguments)
          .map(type -> type == long.class ? INTEGER : ADDRESS)
          .toArray(ValueLayout[]::new);
      FunctionDescriptor descriptor = returns == void.class
          ? FunctionDescriptor.ofVoid(layouts)
          : FunctionDescriptor.of(INTEGER, layouts);
      functions.setAtIndex(ValueLayout.ADDRESS, place,
          Linker.nativeLinker().upcallStub(target, descriptor, arena));
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError(impossible.getMessage(), impossible);
    }
  }

  // Called by the stubs.

  private long library(MemorySegment text, long mathMode, MemorySegment error) {
    return answer(error, () -> engine.library(text(text), mathMode));
  }

  private long function(long library, MemorySegment name, MemorySegment constants, long count,
      MemorySegment error) {
    return answer(error,
        () -> engine.function(library, text(name), ConstantBits.at(constants, count)));
  }

  private long pipeline(long function, long indirect, MemorySegment label, MemorySegment facts,
      MemorySegment error) {
    return answer(error, () -> engine.pipeline(function, indirect != 0, text(label),
        PipelineFacts.at(facts)));
  }

  private long buffer(long length, MemorySegment memory, MemorySegment contents,
      MemorySegment error) {
    return answer(error, () -> newBuffer(length, memory, contents));
  }

  @SuppressWarnings("restricted")
  private long newBuffer(long length, MemorySegment memory, MemorySegment contents) {
    return engine.buffer(length, memory.address() == 0 ? null : memory.reinterpret(length),
        address -> contents.reinterpret(Long.BYTES).set(ValueLayout.JAVA_LONG, 0, address));
  }

  private long queue(long room, MemorySegment error) {
    return answer(error, () -> engine.queue(Math.toIntExact(room)));
  }

  private void release(long kind, long handle) {
    try {
      engine.release(handle);
    } catch (Throwable thrown) {
      controls.addViolation("a release is refused: " + Engine.describe(thrown));
    }
  }

  private void commit(long queue, MemorySegment commands, MemorySegment label,
      MemorySegment records, long count, MemorySegment bytes, long byteCount) {
    try {
      engine.commit(queue, text(label), Records.at(records, count, bytes, byteCount),
          (nanos, error) -> ended(commands, nanos, error));
    } catch (Throwable thrown) {
      controls.addViolation("a command buffer cannot be run: " + Engine.describe(thrown));
      ended(commands, 0, Engine.describe(thrown));
    }
  }

  private static void ended(MemorySegment commands, long nanos, @Nullable String error) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = error == null ? MemorySegment.NULL : arena.allocateFrom(error);
      Controls.call(() -> ENDED.invoke(commands, nanos, text));
    }
  }

  @SuppressWarnings("restricted")
  private static long answer(MemorySegment error, LongSupplier action) {
    try {
      return action.getAsLong();
    } catch (Throwable thrown) {
      byte[] text = Engine.describe(thrown).getBytes(StandardCharsets.UTF_8);
      int length = Math.min(text.length, ERROR_ROOM - 1);
      MemorySegment room = error.reinterpret(ERROR_ROOM);
      MemorySegment.copy(text, 0, room, ValueLayout.JAVA_BYTE, 0, length);
      room.set(ValueLayout.JAVA_BYTE, length, (byte) 0);
      return 0;
    }
  }

  @SuppressWarnings("restricted")
  private static String text(MemorySegment address) {
    return address.reinterpret(Long.MAX_VALUE).getString(0);
  }
}
