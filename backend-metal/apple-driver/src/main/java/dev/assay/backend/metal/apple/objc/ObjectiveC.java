package dev.assay.backend.metal.apple.objc;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/**
 * An Objective-C runtime: sends messages. Each {@code send} takes what Java passes for the message's types; any other
 * combination is a {@link java.lang.invoke.WrongMethodTypeException}, not undefined behaviour. A receiver is never nil:
 * nil would swallow the message and answer 0. Safe for use by any thread.
 */
public final class ObjectiveC {
  private static final Linker LINKER = Linker.nativeLinker();
  private static final MethodHandle TO_LONG =
      handle(FunctionDescriptor.of(ValueLayout.JAVA_LONG));
  private static final MethodHandle LONG_TO_LONG =
      handle(FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
  private static final MethodHandle LONG_TO_VOID =
      handle(FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG));
  private static final MethodHandle TEXT_TO_LONG =
      handle(FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.ADDRESS));

  /** Only there may a struct be returned through another entry point than {@code objc_msgSend}. */
  private static final boolean IS_X86 = System.getProperty("os.arch").contains("64")
      && !System.getProperty("os.arch").startsWith("aarch");

  private final SymbolLookup symbols;
  private final MemorySegment msgSend;
  private final @Nullable MemorySegment msgSendStret;
  private final MemorySegment poolPush;
  private final MemorySegment poolPop;
  private final MemorySegment retain;
  private final MemorySegment release;
  private final MemorySegment getClass;
  private final long[] selectors;

  /**
   * The runtime that these symbols belong to.
   *
   * @throws java.util.NoSuchElementException where one is missing
   */
  public ObjectiveC(SymbolLookup symbols) {
    this.symbols = symbols;
    this.msgSend = symbols.findOrThrow("objc_msgSend");
    this.msgSendStret = IS_X86 ? symbols.findOrThrow("objc_msgSend_stret") : null;
    this.poolPush = symbols.findOrThrow("objc_autoreleasePoolPush");
    this.poolPop = symbols.findOrThrow("objc_autoreleasePoolPop");
    this.retain = symbols.findOrThrow("objc_retain");
    this.release = symbols.findOrThrow("objc_release");
    this.getClass = symbols.findOrThrow("objc_getClass");
    MemorySegment register = symbols.findOrThrow("sel_registerName");
    this.selectors =
        Messages.all().stream().mapToLong(each -> text(register, each.selector())).toArray();
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
    return text(getClass, name);
  }

  private static long text(MemorySegment function, String argument) {
    try (Arena arena = Arena.ofConfined()) {
      return (long) TEXT_TO_LONG.invokeExact(function, arena.allocateFrom(argument));
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** Whether an object takes a message, which systems older than the message do not. */
  public boolean takes(long receiver, Message message) {
    try {
      return (boolean) Messages.RESPONDS.handle()
          .invokeExact(msgSend, receiver(Messages.RESPONDS, receiver),
              selectors[Messages.RESPONDS.number()], selectors[message.number()]);
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
    return newObject(send(Messages.INIT, send(Messages.ALLOC, known)));
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

  /**
   * Opens a pool for what the following calls autorelease. Pools are a stack for each thread of the system: the same
   * Java frame pops it, with nothing between that may wait.
   */
  public long pushPool() {
    try {
      return (long) TO_LONG.invokeExact(poolPush);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** Closes the pool and lets go of what is in it. */
  public void popPool(long pool) {
    try {
      LONG_TO_VOID.invokeExact(poolPop, pool);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  private long receiver(Message message, long receiver) {
    if (receiver == 0) {
      throw new IllegalStateException(message + " would be sent to nil, which answers 0");
    }
    return receiver;
  }

  /** Sends a message without arguments that returns an object or an integer. */
  public long send(Message message, long receiver) {
    try {
      return (long) message.handle()
          .invokeExact(msgSend, receiver(message, receiver), selectors[message.number()]);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** The same with one object, address or integer. */
  public long send(Message message, long receiver, long a) {
    try {
      return (long) message.handle()
          .invokeExact(msgSend, receiver(message, receiver), selectors[message.number()], a);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** The same with two. */
  public long send(Message message, long receiver, long a, long b) {
    try {
      return (long) message.handle()
          .invokeExact(msgSend, receiver(message, receiver), selectors[message.number()], a, b);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** The same with three. */
  public long send(Message message, long receiver, long a, long b, long c) {
    try {
      return (long) message.handle()
          .invokeExact(msgSend, receiver(message, receiver), selectors[message.number()], a, b,
              c);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** The same with four. */
  public long send(Message message, long receiver, long a, long b, long c, long d) {
    try {
      return (long) message.handle()
          .invokeExact(msgSend, receiver(message, receiver), selectors[message.number()], a, b, c,
              d);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** Sends a message that answers yes or no. */
  public boolean ask(Message message, long receiver) {
    try {
      return (boolean) message.handle()
          .invokeExact(msgSend, receiver(message, receiver), selectors[message.number()]);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** The same with one argument. */
  public boolean ask(Message message, long receiver, long a) {
    try {
      return (boolean) message.handle()
          .invokeExact(msgSend, receiver(message, receiver), selectors[message.number()], a);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** The same with two. */
  public boolean ask(Message message, long receiver, long a, long b) {
    try {
      return (boolean) message.handle()
          .invokeExact(msgSend, receiver(message, receiver), selectors[message.number()], a, b);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** Sends a message that returns seconds. */
  public double seconds(Message message, long receiver) {
    try {
      return (double) message.handle()
          .invokeExact(msgSend, receiver(message, receiver), selectors[message.number()]);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** Sends a message that returns a size, which is put into memory of this allocator. */
  public MemorySegment size(Message message, long receiver, SegmentAllocator allocator) {
    // A struct of 24 bytes is returned in memory: on x86-64 by an entry point of its own.
    MemorySegment entry = msgSendStret == null ? msgSend : msgSendStret;
    try {
      return (MemorySegment) message.handle()
          .invokeExact(entry, allocator, receiver(message, receiver),
              selectors[message.number()]);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** Sends a message that takes and returns nothing. */
  public void tell(Message message, long receiver) {
    try {
      message.handle()
          .invokeExact(msgSend, receiver(message, receiver), selectors[message.number()]);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** The same with one object, address or integer. */
  public void tell(Message message, long receiver, long a) {
    try {
      message.handle()
          .invokeExact(msgSend, receiver(message, receiver), selectors[message.number()], a);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** The same with yes or no. */
  public void tell(Message message, long receiver, boolean a) {
    try {
      message.handle()
          .invokeExact(msgSend, receiver(message, receiver), selectors[message.number()], a);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** The same with two objects, addresses or integers. */
  public void tell(Message message, long receiver, long a, long b) {
    try {
      message.handle()
          .invokeExact(msgSend, receiver(message, receiver), selectors[message.number()], a, b);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** The same with three. */
  public void tell(Message message, long receiver, long a, long b, long c) {
    try {
      message.handle()
          .invokeExact(msgSend, receiver(message, receiver), selectors[message.number()], a, b,
              c);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** Sends a message that takes two sizes by value. */
  public void tell(Message message, long receiver, MemorySegment a, MemorySegment b) {
    try {
      message.handle()
          .invokeExact(msgSend, receiver(message, receiver), selectors[message.number()], a, b);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** Sends a message that takes an object and a range by value. */
  public void tell(Message message, long receiver, long a, MemorySegment b) {
    try {
      message.handle()
          .invokeExact(msgSend, receiver(message, receiver), selectors[message.number()], a, b);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** A call through a handle declares every throwable and throws none of its own. */
  private static RuntimeException unexpected(Throwable thrown) {
    return switch (thrown) {
      case Error error -> throw error;
      case RuntimeException unchecked -> unchecked;
      default -> new IllegalStateException(thrown);
    };
  }
}
