package dev.assay.backend.metal.driver;

import org.apiguardian.api.API;

/** A queue whose command buffers run in the order of commit ({@code MTLCommandQueue}). */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface MetalQueue {
  /** A command buffer; it is committed or discarded. */
  MetalCommandBuffer commandBuffer(String label);

  /** Gives it back; none of its command buffers is open or in flight. */
  void release();
}
