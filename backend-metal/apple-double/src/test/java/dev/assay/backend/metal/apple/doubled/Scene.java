package dev.assay.backend.metal.apple.doubled;

import dev.assay.backend.metal.apple.objc.Foundation;
import dev.assay.backend.metal.apple.objc.Messages;
import dev.assay.backend.metal.apple.objc.ObjectiveC;
import dev.assay.backend.metal.apple.objc.Owned;
import dev.assay.backend.metal.apple.objc.Pool;
import dev.assay.backend.metal.apple.objc.Structs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A device with a pipeline and a queue, by messages alone, over a double that runs nothing. */
final class Scene implements AutoCloseable {
  final ObjectiveC objc;
  final Foundation foundation;
  final Arena arena = Arena.ofConfined();
  final Owned device;
  final Owned pipeline;
  final Owned queue;

  Scene(AppleDouble apple) {
    this.objc = apple.objc();
    this.foundation = new Foundation(objc);
    this.device = objc.callForOwned("MTLCreateSystemDefaultDevice");
    try (Pool _ = objc.openPool()) {
      this.pipeline = pipeline(false);
      this.queue =
          objc.own(Messages.NEW_QUEUE, objc.send(Messages.NEW_QUEUE, device.id(), 4));
    }
  }

  /** A pipeline of a kernel that binds nothing; called with a pool in place. */
  Owned pipeline(boolean indirect) {
    MemorySegment error = Foundation.out(arena);
    try (Owned options = objc.newObject("MTLCompileOptions");
        Owned values = objc.newObject("MTLFunctionConstantValues");
        Owned descriptor = objc.newObject("MTLComputePipelineDescriptor");
        Owned library = objc.own(Messages.NEW_LIBRARY,
            objc.send(Messages.NEW_LIBRARY, device.id(), foundation.string("kernels"),
                options.id(), error.address()));
        Owned function = objc.own(Messages.NEW_FUNCTION, objc.send(Messages.NEW_FUNCTION,
            library.id(), foundation.string("kernel"), values.id(), error.address()))) {
      objc.tell(Messages.SET_INDIRECT, descriptor.id(), indirect);
      objc.tell(Messages.SET_FUNCTION, descriptor.id(), function.id());
      return objc.own(Messages.NEW_PIPELINE,
          objc.send(Messages.NEW_PIPELINE, device.id(), descriptor.id(), 0, 0, error.address()));
    }
  }

  /** Makes a library and says how it went. */
  String library() {
    try (Pool _ = objc.openPool();
        Owned options = objc.newObject("MTLCompileOptions")) {
      MemorySegment error = Foundation.out(arena);
      Owned library = objc.own(Messages.NEW_LIBRARY, objc.send(Messages.NEW_LIBRARY, device.id(),
          foundation.string("kernels"), options.id(), error.address()));
      if (library == null) {
        return foundation.describe(Foundation.in(error));
      }
      library.close();
      return "made";
    }
  }

  /** A command buffer of the pool that is in place. */
  long commandBuffer() {
    return objc.send(Messages.COMMAND_BUFFER, queue.id());
  }

  /** An encoder of the pool that is in place. */
  long encoder(long commandBuffer) {
    return objc.send(Messages.ENCODER, commandBuffer, 1);
  }

  /** Encodes a dispatch of threadgroups. */
  void dispatch(long encoder, long... sizes) {
    MemorySegment grid = arena.allocate(Structs.SIZE);
    MemorySegment group = arena.allocate(Structs.SIZE);
    Structs.size(grid, sizes[0], sizes[1], sizes[2]);
    Structs.size(group, sizes[3], sizes[4], sizes[5]);
    objc.tell(Messages.SET_PIPELINE, encoder, pipeline.id());
    objc.tell(Messages.DISPATCH_GROUPS, encoder, grid, group);
  }

  /** A whole command buffer that is never committed. */
  void dispatch(long gridX, long gridY, long gridZ, long groupX, long groupY, long groupZ) {
    try (Pool _ = objc.openPool()) {
      long encoder = encoder(commandBuffer());
      dispatch(encoder, new long[] {gridX, gridY, gridZ, groupX, groupY, groupZ});
      objc.tell(Messages.END_ENCODING, encoder);
    }
  }

  @Override
  public void close() {
    pipeline.close();
    queue.close();
    device.close();
    arena.close();
  }
}
