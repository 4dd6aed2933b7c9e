package dev.assay.parity.mutants;

import dev.assay.backend.support.DevicePort;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * What a device does otherwise; by default nothing. One object serves one device, of which one thread at a time calls it.
 */
interface PortFault {
  /** What becomes of the work of a submission before it runs. */
  default List<Step> submission(List<Step> steps) {
    return steps;
  }

  /** The segment of this number is gone. */
  default void released(int segment) {}

  /** What becomes of a submission as such. */
  default void commit(Commit commit) {
    commit.run();
  }

  /** What becomes of a read by the host. */
  default void read(DevicePort.Memory memory, long offsetBytes, MemorySegment target) {
    memory.read(offsetBytes, target);
  }

  /** What becomes of a write by the host. */
  default void write(DevicePort.Memory memory, long offsetBytes, MemorySegment source) {
    memory.write(offsetBytes, source);
  }

  /** The memory that an allocation gives. */
  default DevicePort.Memory allocate(DevicePort device, long lengthBytes) {
    return device.allocate(lengthBytes);
  }

  /** What becomes of memory that is given back. */
  default void release(DevicePort.Memory memory) {
    memory.release();
  }

  /** What the device says that it is. */
  default String device(DevicePort device) {
    return device.device();
  }

  /** A submission that is ready to run. */
  interface Commit {
    /** Runs it, and says when it is done. */
    void run();

    /** Says that it is done, without running it. */
    void claim();

    /** Runs it and tells nobody. */
    void runUnseen();
  }
}
