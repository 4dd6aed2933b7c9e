package dev.assay.backend.metal.apple;

import dev.assay.backend.metal.apple.objc.Foundation;
import dev.assay.backend.metal.apple.objc.Message;
import dev.assay.backend.metal.apple.objc.Messages;
import dev.assay.backend.metal.apple.objc.ObjectiveC;
import dev.assay.backend.metal.apple.objc.Structs;
import dev.assay.spi.data.Bytes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * What an encoder was told and has not passed on: it is passed on in one go, within one pool and one Java frame, so that
 * a pool costs as good as nothing for a dispatch and never spans a place where a virtual thread could move. Nothing is
 * allocated. Used by one thread at a time.
 */
final class CallBatch {
  private static final int CALLS = 4096;
  private static final long BYTES = 1 << 16;

  /** What inline bytes start at a multiple of, so that any scalar in them is aligned. */
  private static final long ALIGNMENT = 16;

  private static final int SET_PIPELINE = 0;
  private static final int SET_BUFFER = 1;
  private static final int SET_BYTES = 2;
  private static final int SET_MEMORY = 3;
  private static final int DISPATCH_THREADS = 4;
  private static final int DISPATCH_GROUPS = 5;
  private static final int BARRIER = 6;
  private static final int EXECUTE = 7;
  private static final int USE_RESOURCE = 8;
  private static final int WAIT_FENCE = 9;
  private static final int UPDATE_FENCE = 10;
  private static final int PUSH_GROUP = 11;
  private static final int POP_GROUP = 12;

  private final ObjectiveC objc;
  private final Foundation foundation;
  private final long[] calls = new long[CALLS];
  private final MemorySegment bytes;
  private final MemorySegment grid;
  private final MemorySegment group;
  private final MemorySegment range;
  private final List<String> labels = new ArrayList<>();
  private long encoder;
  private int end;
  private long bytesEnd;

  CallBatch(ObjectiveC objc, Foundation foundation, Arena arena) {
    this.objc = objc;
    this.foundation = foundation;
    this.bytes = arena.allocate(BYTES, ALIGNMENT);
    this.grid = arena.allocate(Structs.SIZE);
    this.group = arena.allocate(Structs.SIZE);
    this.range = arena.allocate(Structs.RANGE);
  }

  /** What follows is meant for this encoder. */
  void begin(long newEncoder) {
    encoder = newEncoder;
  }

  void setPipeline(long pipeline) {
    add(SET_PIPELINE, pipeline);
  }

  void setBuffer(long buffer, long offset, long index) {
    add(SET_BUFFER, buffer, offset, index);
  }

  /** Copies the bytes: Metal copies them too, but only when they are passed on. */
  void setBytes(MemorySegment source, long length, long index) {
    // First, since passing on what there is begins the bytes anew.
    room(4);
    if (bytesEnd + length > BYTES) {
      flush();
    }
    Bytes.copy(source, 0, bytes, bytesEnd, length);
    add(SET_BYTES, bytesEnd, length, index);
    bytesEnd += (length + ALIGNMENT - 1) & -ALIGNMENT;
  }

  void setThreadgroupMemory(long length, long index) {
    add(SET_MEMORY, length, index, 0);
  }

  void dispatch(boolean threads, long gridX, long gridY, long gridZ, long groupX, long groupY,
      long groupZ) {
    room(7);
    calls[end++] = threads ? DISPATCH_THREADS : DISPATCH_GROUPS;
    calls[end++] = gridX;
    calls[end++] = gridY;
    calls[end++] = gridZ;
    calls[end++] = groupX;
    calls[end++] = groupY;
    calls[end++] = groupZ;
  }

  void barrier() {
    add(BARRIER, Values.BARRIER_SCOPE_BUFFERS);
  }

  void execute(long commands, long from, long length) {
    add(EXECUTE, commands, from, length);
  }

  void useResource(long resource, long usage) {
    add(USE_RESOURCE, resource, usage, 0);
  }

  void waitForFence(long fence) {
    add(WAIT_FENCE, fence);
  }

  void updateFence(long fence) {
    add(UPDATE_FENCE, fence);
  }

  void pushGroup(String label) {
    // First, since passing on what there is forgets the labels.
    room(2);
    labels.add(label);
    add(PUSH_GROUP, labels.size() - 1L);
  }

  void popGroup() {
    add(POP_GROUP, 0);
  }

  private void add(int call, long a) {
    room(2);
    calls[end++] = call;
    calls[end++] = a;
  }

  private void add(int call, long a, long b, long c) {
    room(4);
    calls[end++] = call;
    calls[end++] = a;
    calls[end++] = b;
    calls[end++] = c;
  }

  private void room(int longs) {
    if (end + longs > CALLS) {
      flush();
    }
  }

  /** Forgets what was not passed on; places of bytes and labels count anew. */
  void clear() {
    end = 0;
    bytesEnd = 0;
    labels.clear();
  }

  /** Passes on what there is. */
  void flush() {
    if (end == 0) {
      return;
    }
    long pool = objc.pushPool();
    try {
      int at = 0;
      while (at < end) {
        at = pass(at);
      }
    } finally {
      objc.popPool(pool);
      clear();
    }
  }

  private int pass(int at) {
    long a = calls[at + 1];
    return switch ((int) calls[at]) {
      case SET_PIPELINE -> one(Messages.SET_PIPELINE, a, at);
      case BARRIER -> one(Messages.BARRIER, a, at);
      case WAIT_FENCE -> one(Messages.WAIT_FENCE, a, at);
      case UPDATE_FENCE -> one(Messages.UPDATE_FENCE, a, at);
      case PUSH_GROUP -> one(Messages.PUSH_GROUP, foundation.string(labels.get((int) a)), at);
      case POP_GROUP -> {
        objc.tell(Messages.POP_GROUP, encoder);
        yield at + 2;
      }
      case SET_MEMORY -> two(Messages.SET_THREADGROUP_MEMORY, at);
      case USE_RESOURCE -> two(Messages.USE_RESOURCE, at);
      case SET_BUFFER -> three(Messages.SET_BUFFER, a, at);
      case SET_BYTES -> three(Messages.SET_BYTES, bytes.address() + a, at);
      case DISPATCH_THREADS -> dispatch(Messages.DISPATCH_THREADS, at);
      case DISPATCH_GROUPS -> dispatch(Messages.DISPATCH_GROUPS, at);
      case EXECUTE -> {
        Structs.range(range, calls[at + 2], calls[at + 3]);
        objc.tell(Messages.EXECUTE, encoder, a, range);
        yield at + 4;
      }
      default -> throw new IllegalStateException("call " + calls[at]);
    };
  }

  private int one(Message message, long a, int at) {
    objc.tell(message, encoder, a);
    return at + 2;
  }

  private int two(Message message, int at) {
    objc.tell(message, encoder, calls[at + 1], calls[at + 2]);
    return at + 4;
  }

  private int three(Message message, long a, int at) {
    objc.tell(message, encoder, a, calls[at + 2], calls[at + 3]);
    return at + 4;
  }

  private int dispatch(Message message, int at) {
    Structs.size(grid, calls[at + 1], calls[at + 2], calls[at + 3]);
    Structs.size(group, calls[at + 4], calls[at + 5], calls[at + 6]);
    objc.tell(message, encoder, grid, group);
    return at + 7;
  }
}
