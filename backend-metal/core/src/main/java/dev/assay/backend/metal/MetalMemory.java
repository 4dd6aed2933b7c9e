package dev.assay.backend.metal;

import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.support.DevicePort;
import dev.assay.spi.data.Bytes;
import java.lang.foreign.MemorySegment;

/**
 * A buffer in shared storage: the host reads and writes it in place.
 *
 * @param buffer the driver's
 */
record MetalMemory(MetalBuffer buffer) implements DevicePort.Memory {
  @Override
  public void read(long offsetBytes, MemorySegment target) {
    Bytes.copy(buffer.contents(), offsetBytes, target, 0, target.byteSize());
  }

  @Override
  public void write(long offsetBytes, MemorySegment source) {
    Bytes.copy(source, 0, buffer.contents(), offsetBytes, source.byteSize());
  }

  @Override
  public MemorySegment map() {
    return buffer.contents();
  }

  @Override
  public void release() {
    buffer.release();
  }
}
