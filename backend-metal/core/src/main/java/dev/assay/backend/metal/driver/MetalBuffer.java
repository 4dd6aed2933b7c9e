package dev.assay.backend.metal.driver;

import java.lang.foreign.MemorySegment;
import org.apiguardian.api.API;

/** Memory ({@code MTLBuffer} in shared storage). */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface MetalBuffer {
  /** Its length in bytes. */
  long length();

  /** The memory as the host sees it; touched only while no work that uses it is in flight. */
  MemorySegment contents();

  /** Gives it back; no work in flight uses it. */
  void release();
}
