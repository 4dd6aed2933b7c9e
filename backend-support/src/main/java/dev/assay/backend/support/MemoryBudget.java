package dev.assay.backend.support;

import dev.assay.spi.error.Codes;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.ResourceException;
import java.util.Collection;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The device's memory as far as it may be taken, and who has it. Thread-safe. */
final class MemoryBudget {
  private static final int HOLDERS_NAMED = 3;

  private final DevicePort port;
  private final Collection<SupportBuffer> holders;
  private final AtomicLong heldBytes = new AtomicLong();

  /** The budget of this port; its memory is held by these buffers, which others add and remove. */
  MemoryBudget(DevicePort port, Collection<SupportBuffer> holders) {
    this.port = port;
    this.holders = holders;
  }

  /** Memory within the budget. */
  DevicePort.Memory reserve(long bytes, String label) {
    if (heldBytes.addAndGet(bytes) > port.memoryBudgetBytes() || heldBytes.get() < 0) {
      unreserve(bytes);
      throw outOfMemory(bytes, label, null);
    }
    try {
      return port.allocate(bytes);
    } catch (OutOfMemoryError refused) {
      unreserve(bytes);
      throw outOfMemory(bytes, label, refused);
    } catch (Throwable failed) {
      unreserve(bytes);
      throw failed;
    }
  }

  void unreserve(long bytes) {
    heldBytes.addAndGet(-bytes);
  }

  private ResourceException outOfMemory(
      long lengthBytes, String label, @Nullable Throwable cause) {
    String most = holders.stream()
        .sorted(Comparator.comparingLong(SupportBuffer::lengthBytes).reversed())
        .limit(HOLDERS_NAMED)
        .map(buffer -> "'" + buffer.label() + "' " + buffer.lengthBytes())
        .collect(Collectors.joining(", "));
    return new ResourceException(
        Problem
            .of(Codes.OUT_OF_MEMORY,
                "no memory for buffer '" + label + "' of " + lengthBytes + " bytes")
            .at("allocation on " + port.device())
            .expected("within the budget of " + port.memoryBudgetBytes() + " bytes",
                heldBytes.get() + " bytes held" + (most.isEmpty() ? "" : ", most by " + most))
            .remedy("close tensors that are no longer needed, or use smaller batches"),
        cause);
  }
}
