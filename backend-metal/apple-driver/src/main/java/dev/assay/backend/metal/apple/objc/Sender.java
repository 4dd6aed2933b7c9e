package dev.assay.backend.metal.apple.objc;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.SymbolLookup;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages. Each way takes what Java passes for the message's types; any other combination is a {@link
 * java.lang.invoke.WrongMethodTypeException}, not undefined behaviour. A receiver is never nil: nil would swallow the
 * message and answer 0. Safe for use by any thread.
 */
public abstract sealed class Sender permits ObjectiveC {
  /** Only there may a struct be returned through another entry point than {@code objc_msgSend}. */
  private static final boolean IS_X86 =
      Set.of("x86_64", "amd64").contains(System.getProperty("os.arch"));

  private final MemorySegment msgSend;
  private final @Nullable MemorySegment msgSendStret;
  private final long[] selectors;

  Sender(SymbolLookup symbols) {
    this.msgSend = symbols.findOrThrow("objc_msgSend");
    this.msgSendStret = IS_X86 ? symbols.findOrThrow("objc_msgSend_stret") : null;
    MemorySegment register = symbols.findOrThrow("sel_registerName");
    this.selectors = Messages.all()
        .stream()
        .mapToLong(each -> ObjectiveC.callWithText(register, each.selector()))
        .toArray();
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
  static RuntimeException unexpected(Throwable thrown) {
    return switch (thrown) {
      case Error error -> throw error;
      case RuntimeException unchecked -> unchecked;
      default -> new IllegalStateException(thrown);
    };
  }
}
