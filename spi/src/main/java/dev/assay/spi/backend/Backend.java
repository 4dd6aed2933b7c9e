package dev.assay.spi.backend;

import java.lang.foreign.MemorySegment;
import org.apiguardian.api.API;

/**
 * One open device. Thread-safe. Closing it waits for work in flight and closes everything made by it; every later use
 * of any of that is an error ({@code lifetime.closed}).
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface Backend extends AutoCloseable {
  /** The provider's id, such as {@code reference-cpu}. */
  String id();

  /** What the work runs on, in words for a person. */
  String device();

  /** The limits that dispatches are checked against. */
  DeviceProfile profile();

  /** The pipelines of this device. */
  KernelRegistry registry();

  /**
   * A new buffer of {@code lengthBytes} (at least 0) whose content is undefined.
   *
   * @param label names it in messages
   */
  Buffer allocate(long lengthBytes, String label);

  /**
   * A buffer over memory that exists already, such as a mapped file; nothing is copied. The memory must stay alive and
   * must not be touched while work in flight uses the buffer. Closing the buffer leaves the memory alone. Memory that
   * another open buffer wraps is refused ({@code bind.alias}): take views of that one.
   */
  Buffer wrap(MemorySegment memory, String label);

  /** A new pool of memory to lend out. */
  BufferPool newPool(String label);

  /** Starts collecting a schedule; it belongs to the calling thread. */
  Capture capture(String label);

  /** Makes a schedule of this backend ready to be run many times. */
  CompiledSchedule compile(Schedule schedule, CompiledSchedule.Options options);

  /** A new queue; submissions of one queue run in order and see all earlier writes. */
  CommandQueue newQueue(String label);

  @Override
  void close();
}
