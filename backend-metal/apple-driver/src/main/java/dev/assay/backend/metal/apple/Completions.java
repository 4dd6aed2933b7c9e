package dev.assay.backend.metal.apple;

import dev.assay.backend.metal.apple.objc.Block;
import dev.assay.backend.metal.apple.objc.ObjectiveC;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells command buffers that they have ended. One block serves all of them, since Metal hands it the command buffer that
 * it means: nothing is made for each. Thread-safe.
 */
final class Completions {
  private final Map<Long, AppleCommandBuffer> awaited = new ConcurrentHashMap<>();
  private final Block block;

  Completions(ObjectiveC objc) {
    this.block = new Block(objc, this::ended);
  }

  /** The block to add to a command buffer, which this will report. */
  long expect(long id, AppleCommandBuffer commandBuffer) {
    awaited.put(id, commandBuffer);
    return block.address();
  }

  /** The command buffer was not committed after all. */
  void forget(long id) {
    awaited.remove(id);
  }

  private void ended(long id) {
    AppleCommandBuffer commandBuffer = awaited.remove(id);
    if (commandBuffer != null) {
      commandBuffer.ended();
      return;
    }
    // Tools that stand between may hand over another object than they returned; nobody may wait for ever.
    for (Map.Entry<Long, AppleCommandBuffer> each : List.copyOf(awaited.entrySet())) {
      if (each.getValue().hasEnded() && awaited.remove(each.getKey(), each.getValue())) {
        each.getValue().ended();
      }
    }
  }
}
