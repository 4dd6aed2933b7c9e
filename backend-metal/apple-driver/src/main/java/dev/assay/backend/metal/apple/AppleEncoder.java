package dev.assay.backend.metal.apple;

import dev.assay.backend.metal.apple.objc.Foundation;
import dev.assay.backend.metal.apple.objc.Messages;
import dev.assay.backend.metal.apple.objc.ObjectiveC;
import dev.assay.backend.metal.apple.objc.Owned;
import dev.assay.backend.metal.apple.objc.Pool;
import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalComputeEncoder;
import dev.assay.backend.metal.driver.MetalIndirectCommandBuffer;
import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.Geometry;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * An encoder whose dispatches may overlap between barriers. What would raise in Metal, or be dropped by it without a
 * word, is refused here, at the call that is wrong.
 */
final class AppleEncoder implements MetalComputeEncoder, Place {
  private static final int INDICES = 31;
  private static final int INLINE_BYTES = 4096;
  private static final int THREADGROUP_MULTIPLE = 16;

  private final AppleCommandBuffer commandBuffer;
  private final ObjectiveC objc;
  private final Owned encoder;
  private final CallBatch batch;
  private @Nullable ApplePipeline pipeline;
  private @Nullable String label;
  private boolean over;

  AppleEncoder(AppleCommandBuffer commandBuffer, Owned encoder, CallBatch batch) {
    this.commandBuffer = commandBuffer;
    this.objc = commandBuffer.queue().driver().objc();
    this.encoder = encoder;
    this.batch = batch;
    batch.begin(encoder.id());
    Owned fence = commandBuffer.queue().fence();
    if (fence != null) {
      batch.waitForFence(fence.id());
    }
  }

  @Override
  public String describe() {
    return "encoder of command buffer '" + commandBuffer.label() + "'";
  }

  private void requireOpen() {
    if (over) {
      throw Refusal.call("the encoder has ended", describe());
    }
  }

  @Override
  public void setPipeline(MetalPipeline newPipeline) {
    requireOpen();
    pipeline = (ApplePipeline) newPipeline;
    batch.setPipeline(pipeline.id());
  }

  @Override
  public void setBuffer(MetalBuffer buffer, long offsetBytes, long lengthBytes, Access access,
      int index) {
    requireOpen();
    requireRange(buffer, offsetBytes, lengthBytes, index, this);
    batch.setBuffer(((AppleBuffer) buffer).id(), offsetBytes, index);
  }

  /** Metal checks neither without its validation layer, and reads elsewhere. */
  static void requireRange(MetalBuffer buffer, long offset, long length, int index,
      Place where) {
    requireIndex(index, where);
    if (offset < 0 || length < 0 || offset >= buffer.length()
        || length > buffer.length() - offset) {
      throw Refusal.call("a range lies outside its buffer", where.describe(),
          "a range within " + buffer.length() + " bytes",
          length + " bytes from " + offset + " on");
    }
  }

  static void requireIndex(int index, Place where) {
    if (index < 0 || index >= INDICES) {
      throw Refusal.call("there is no such index", where.describe(), "0 to " + (INDICES - 1),
          Integer.toString(index));
    }
  }

  static void requireThreadgroupMemory(int lengthBytes, int index, Place where) {
    requireIndex(index, where);
    if (lengthBytes <= 0 || lengthBytes % THREADGROUP_MULTIPLE != 0) {
      throw Refusal.call("a length of threadgroup memory is refused by Metal", where.describe(),
          "a positive multiple of " + THREADGROUP_MULTIPLE, Integer.toString(lengthBytes));
    }
  }

  @Override
  public void setBytes(MemorySegment bytes, long lengthBytes, int index) {
    requireOpen();
    requireIndex(index, this);
    if (lengthBytes < 1 || lengthBytes > INLINE_BYTES) {
      throw Refusal.call("inline bytes are too many or none", describe(), "1 to " + INLINE_BYTES,
          Long.toString(lengthBytes));
    }
    batch.setBytes(bytes, lengthBytes, index);
  }

  @Override
  public void setThreadgroupMemoryLength(int lengthBytes, int index) {
    requireOpen();
    requireThreadgroupMemory(lengthBytes, index, this);
    batch.setThreadgroupMemory(lengthBytes, index);
  }

  @Override
  public void label(String text) {
    Foundation.requireString(text);
    label = text;
  }

  @Override
  public void dispatch(Grid grid) {
    requireOpen();
    ApplePipeline set = pipeline;
    if (set == null) {
      throw Refusal.call("a dispatch has no pipeline", describe());
    }
    requireGroup(grid, set, this);
    String name = label;
    if (name != null) {
      batch.pushGroup(name);
    }
    batch.dispatch(grid.form() == Geometry.Form.THREADS, grid.gridX(), grid.gridY(),
        grid.gridZ(), grid.groupX(), grid.groupY(), grid.groupZ());
    if (name != null) {
      batch.popGroup();
      label = null;
    }
  }

  /** A dispatch over the pipeline's limit is dropped: zeros, and no error. */
  static void requireGroup(Grid grid, ApplePipeline pipeline, Place where) {
    long threads = (long) grid.groupX() * grid.groupY() * grid.groupZ();
    if (grid.groupX() < 1 || grid.groupY() < 1 || grid.groupZ() < 1
        || threads > pipeline.maxTotalThreadsPerThreadgroup()) {
      throw Refusal.call("a threadgroup has more threads than its pipeline takes, or none",
          where.describe(), "1 to " + pipeline.maxTotalThreadsPerThreadgroup(),
          grid.groupX() + " x " + grid.groupY() + " x " + grid.groupZ());
    }
    if (grid.gridX() < 1 || grid.gridY() < 1 || grid.gridZ() < 1) {
      throw Refusal.call("a grid is empty", where.describe(), "1 or more along each axis",
          grid.gridX() + ", " + grid.gridY() + ", " + grid.gridZ());
    }
  }

  @Override
  public void memoryBarrier() {
    requireOpen();
    batch.barrier();
  }

  @Override
  public void executeCommands(MetalIndirectCommandBuffer commands, int from, int to) {
    requireOpen();
    AppleIndirectCommandBuffer indirect = (AppleIndirectCommandBuffer) commands;
    indirect.requireRange(from, to, this);
    if (!commandBuffer.queue().driver().residency().isBySet()) {
      indirect.useResources(batch);
    }
    if (commandBuffer.queue().driver().facts().needsPipelineTouch()) {
      indirect.touchPipelines(batch, from, to);
    }
    batch.execute(indirect.id(), from, (long) to - from);
    // What was bound before does not outlast the commands.
    pipeline = null;
  }

  @Override
  public void endEncoding() {
    requireOpen();
    over = true;
    try {
      Owned fence = commandBuffer.queue().fence();
      if (fence != null) {
        batch.updateFence(fence.id());
      }
      batch.flush();
    } finally {
      // Whatever happened: an encoder that is let go of before it has ended ends the process.
      end();
    }
  }

  /** Ends it without what was not passed on yet: its command buffer will not run. */
  void abandon() {
    over = true;
    end();
  }

  private void end() {
    try (Pool _ = objc.openPool()) {
      objc.tell(Messages.END_ENCODING, encoder.id());
      encoder.close();
    } finally {
      batch.clear();
      commandBuffer.queue().giveBack(batch);
      commandBuffer.encoderEnded();
    }
  }
}
