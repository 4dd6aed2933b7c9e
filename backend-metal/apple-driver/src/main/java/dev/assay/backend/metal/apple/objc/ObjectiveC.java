package dev.assay.backend.metal.apple.objc;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** An Objective-C runtime: classes, ownership, pools, and the messages of {@link Sender}. Safe for use by any thread. */
public final class ObjectiveC extends Sender {
  private static final Linker LINKER = Linker.nativeLinker();
  private static final MethodHandle TO_LONG =
      handle(FunctionDescriptor.of(ValueLayout.JAVA_LONG));
  private static final MethodHandle LONG_TO_LONG =
      handle(FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
  private static final MethodHandle LONG_TO_VOID =
      handle(FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG));
  private static final MethodHandle TEXT_TO_LONG =
      handle(FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.ADDRESS));

  private final SymbolLookup symbols;
  private final MemorySegment poolPush;
  private final MemorySegment poolPop;
  private final MemorySegment retain;
  private final MemorySegment release;
  private final MemorySegment getClass;

  /**
   * The runtime that these symbols belong to.
   *
   * @throws java.util.NoSuchElementException where one is missing
   */
  public ObjectiveC(SymbolLookup symbols) {
    super(symbols);
    this.symbols = symbols;
    this.poolPush = symbols.findOrThrow("objc_autoreleasePoolPush");
    this.poolPop = symbols.findOrThrow("objc_autoreleasePoolPop");
    this.retain = symbols.findOrThrow("objc_retain");
    this.release = symbols.findOrThrow("objc_release");
    this.getClass = symbols.findOrThrow("objc_getClass");
  }

  /**
   * The runtime of macOS, with Foundation and Metal.
   *
   * @throws IllegalArgumentException where a library is missing
   */
  public static ObjectiveC ofSystem() {
    return new ObjectiveC(Frameworks.load());
  }

  /** Memory at an address that a message returned. */
  @SuppressWarnings("restricted")
  public static MemorySegment memory(long address, long lengthBytes) {
    return MemorySegment.ofAddress(address).reinterpret(lengthBytes);
  }

  @SuppressWarnings("restricted")
  private static MethodHandle handle(FunctionDescriptor descriptor) {
    return LINKER.downcallHandle(descriptor);
  }

  /** A symbol of the runtime or of a framework. */
  public MemorySegment symbol(String name) {
    return symbols.findOrThrow(name);
  }

  /** A call of a function without arguments that returns an object which the caller owns, or null for nil. */
  public @Nullable Owned callForOwned(String function) {
    try {
      return owned((long) TO_LONG.invokeExact(symbol(function)));
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  private @Nullable Owned owned(long object) {
    return object == 0 ? null : new Owned(this, object);
  }

  /** The class of this name, or 0 where this system has none. */
  public long classNamed(String name) {
    return callWithText(getClass, name);
  }

  /** A call of a function that takes a text and returns an address. */
  static long callWithText(MemorySegment function, String argument) {
    try (Arena arena = Arena.ofConfined()) {
      return (long) TEXT_TO_LONG.invokeExact(function, arena.allocateFrom(argument));
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** A new object of a class, as {@code [[Class alloc] init]}. */
  public Owned newObject(String className) {
    long known = classNamed(className);
    if (known == 0) {
      throw new IllegalStateException("this system has no class " + className);
    }
    try (Pool _ = openPool()) {
      return newObject(send(Messages.INIT, send(Messages.ALLOC, known)));
    }
  }

  private Owned newObject(long object) {
    if (object == 0) {
      throw new OutOfMemoryError("an object of the Objective-C runtime");
    }
    return new Owned(this, object);
  }

  /** Takes what a message returned that hands over ownership; null for nil. */
  public @Nullable Owned own(Message message, long result) {
    if (!message.returnsOwned()) {
      throw new IllegalArgumentException(message + " returns nothing that its caller owns");
    }
    return owned(result);
  }

  /** Keeps an object that a pool would let go of. */
  public Owned retain(Message message, long result) {
    if (message.returnsOwned()) {
      throw new IllegalArgumentException(message + " returns what its caller owns already");
    }
    if (result == 0) {
      throw new IllegalStateException(message + " returned nil");
    }
    try {
      return new Owned(this, (long) LONG_TO_LONG.invokeExact(retain, result));
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** Gives up one ownership of an object; {@link Owned} calls it, once. */
  void release(long object) {
    try {
      LONG_TO_VOID.invokeExact(release, object);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** Opens a pool for what the following calls autorelease. */
  public Pool openPool() {
    return new Pool(this);
  }

  /**
   * The same without an object for it, where nothing may be allocated; as {@link Pool} has it, the same Java frame pops
   * it, with nothing between that may wait.
   */
  public long pushPool() {
    try {
      return (long) TO_LONG.invokeExact(poolPush);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** Closes a pool that was pushed, and lets go of what is in it. */
  public void popPool(long pool) {
    try {
      LONG_TO_VOID.invokeExact(poolPop, pool);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }
}
