package dev.assay.backend.metal.apple.objc;

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
import java.util.function.LongConsumer;

/**
 * A block that takes one object, laid out as clang lays out one that captures nothing. It lives as long as the process:
 * whoever calls it still returns through its stub when Java is done, so no moment is right to free it. Safe for use by
 * any thread.
 */
public final class Block {
  /** The header; a block that captures nothing is no longer. */
  static final StructLayout LAYOUT = MemoryLayout.structLayout(
      ValueLayout.JAVA_LONG.withName("isa"), ValueLayout.JAVA_INT.withName("flags"),
      ValueLayout.JAVA_INT.withName("reserved"), ValueLayout.JAVA_LONG.withName("invoke"),
      ValueLayout.JAVA_LONG.withName("descriptor"));

  static final StructLayout DESCRIPTOR = MemoryLayout.structLayout(
      ValueLayout.JAVA_LONG.withName("reserved"), ValueLayout.JAVA_LONG.withName("size"));

  /** {@code BLOCK_IS_GLOBAL}: copying and releasing the block do nothing. */
  static final int IS_GLOBAL = 1 << 28;

  private static final System.Logger LOGGER = System.getLogger("dev.assay.backend.metal.apple");

  private final LongConsumer handler;
  private final long address;

  /**
   * A block for this runtime.
   *
   * @param handler takes the object, on whatever thread calls, with no pool open; what it throws is logged, since past it
   *     there is no Java to catch it
   */
  public Block(ObjectiveC objc, LongConsumer handler) {
    this.handler = handler;
    Arena forEver = Arena.global();
    MemorySegment descriptor = forEver.allocate(DESCRIPTOR);
    descriptor.set(ValueLayout.JAVA_LONG, offset(DESCRIPTOR, "size"), LAYOUT.byteSize());
    MemorySegment block = forEver.allocate(LAYOUT);
    block.set(ValueLayout.JAVA_LONG, offset(LAYOUT, "isa"),
        objc.symbol("_NSConcreteGlobalBlock").address());
    block.set(ValueLayout.JAVA_INT, offset(LAYOUT, "flags"), IS_GLOBAL);
    block.set(ValueLayout.JAVA_LONG, offset(LAYOUT, "invoke"), stub(forEver).address());
    block.set(ValueLayout.JAVA_LONG, offset(LAYOUT, "descriptor"), descriptor.address());
    this.address = block.address();
  }

  private static long offset(StructLayout layout, String field) {
    return layout.byteOffset(MemoryLayout.PathElement.groupElement(field));
  }

  @SuppressWarnings("restricted")
  private MemorySegment stub(Arena arena) {
    try {
      MethodHandle invoke = MethodHandles.lookup()
          .bind(this, "invoke", MethodType.methodType(void.class, long.class, long.class));
      return Linker.nativeLinker()
          .upcallStub(invoke,
              FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG), arena);
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError(impossible.getMessage(), impossible);
    }
  }

  /** Called by native code: a throwable that left it would end the process. */
  @SuppressWarnings("unused") // by the stub
  private void invoke(long block, long object) {
    try {
      handler.accept(object);
    } catch (Throwable thrown) {
      LOGGER.log(System.Logger.Level.ERROR, "a block threw", thrown);
    }
  }

  /** Where it is, to be handed to a message. */
  public long address() {
    return address;
  }
}
