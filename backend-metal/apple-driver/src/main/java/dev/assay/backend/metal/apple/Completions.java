package dev.assay.backend.metal.apple;

import dev.assay.backend.metal.apple.objc.ObjectiveC;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The block that Metal calls when a command buffer has ended. One serves all command buffers, since Metal hands over the
 * command buffer that it means: nothing is made for each, and block and stub live as long as the process, so none can be
 * freed while Metal still returns through it. Thread-safe.
 */
final class Completions {
  private static final System.Logger LOGGER = System.getLogger("dev.assay.backend.metal.apple");

  /** The block's header as clang lays it out for a block that captures nothing. */
  private static final StructLayout BLOCK = MemoryLayout.structLayout(
      ValueLayout.JAVA_LONG.withName("isa"), ValueLayout.JAVA_INT.withName("flags"),
      ValueLayout.JAVA_INT.withName("reserved"), ValueLayout.JAVA_LONG.withName("invoke"),
      ValueLayout.JAVA_LONG.withName("descriptor"));

  private static final StructLayout DESCRIPTOR = MemoryLayout.structLayout(
      ValueLayout.JAVA_LONG.withName("reserved"), ValueLayout.JAVA_LONG.withName("size"));

  /** {@code BLOCK_IS_GLOBAL}: copying and releasing the block do nothing. */
  private static final int IS_GLOBAL = 1 << 28;

  private static final Map<Long, AppleCommandBuffer> AWAITED = new ConcurrentHashMap<>();
  private static final MemorySegment INVOKE = stub();

  private final long block;

  Completions(ObjectiveC objc) {
    Arena forEver = Arena.global();
    MemorySegment descriptor = forEver.allocate(DESCRIPTOR);
    descriptor.set(ValueLayout.JAVA_LONG, offset(DESCRIPTOR, "size"), BLOCK.byteSize());
    MemorySegment made = forEver.allocate(BLOCK);
    made.set(ValueLayout.JAVA_LONG, offset(BLOCK, "isa"),
        objc.symbol("_NSConcreteGlobalBlock").address());
    made.set(ValueLayout.JAVA_INT, offset(BLOCK, "flags"), IS_GLOBAL);
    made.set(ValueLayout.JAVA_LONG, offset(BLOCK, "invoke"), INVOKE.address());
    made.set(ValueLayout.JAVA_LONG, offset(BLOCK, "descriptor"), descriptor.address());
    this.block = made.address();
  }

  private static long offset(StructLayout layout, String field) {
    return layout.byteOffset(MemoryLayout.PathElement.groupElement(field));
  }

  @SuppressWarnings("restricted")
  private static MemorySegment stub() {
    try {
      MethodHandle ended = MethodHandles.lookup()
          .findStatic(Completions.class, "ended",
              MethodType.methodType(void.class, long.class, long.class));
      return Linker.nativeLinker()
          .upcallStub(ended,
              FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG),
              Arena.global());
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError(impossible.getMessage(), impossible);
    }
  }

  /** The block to add to a command buffer, which this will report. */
  long expect(long id, AppleCommandBuffer commandBuffer) {
    AWAITED.put(id, commandBuffer);
    return block;
  }

  /** The command buffer was not committed after all. */
  void forget(long id) {
    AWAITED.remove(id);
  }

  /** Called by Metal on a thread of its own, where nothing may be thrown: that would end the process. */
  @SuppressWarnings("unused") // by the stub
  private static void ended(long block, long id) {
    try {
      AppleCommandBuffer commandBuffer = AWAITED.remove(id);
      if (commandBuffer == null) {
        LOGGER.log(System.Logger.Level.ERROR, "Metal reports a command buffer that nobody awaits");
      } else {
        commandBuffer.ended();
      }
    } catch (Throwable thrown) {
      LOGGER.log(System.Logger.Level.ERROR, "the end of a command buffer could not be told",
          thrown);
    }
  }
}
