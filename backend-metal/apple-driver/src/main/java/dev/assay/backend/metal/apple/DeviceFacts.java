package dev.assay.backend.metal.apple;

import dev.assay.backend.metal.apple.objc.Foundation;
import dev.assay.backend.metal.apple.objc.Messages;
import dev.assay.backend.metal.apple.objc.ObjectiveC;
import dev.assay.backend.metal.apple.objc.Pool;
import dev.assay.backend.metal.apple.objc.Structs;
import dev.assay.spi.backend.DeviceProfile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a device says of itself, and what follows from it.
 *
 * @param name the device's name
 * @param family the newest Apple GPU family that it supports: 7 is M1, 8 is M2, 9 is M3 and M4; 0 where it is no Apple
 *     GPU of those
 * @param threads the most threads of a threadgroup along each axis
 * @param threadgroupMemory the most bytes of threadgroup memory of a dispatch
 * @param bufferLength the most bytes of one buffer
 * @param workingSet the bytes that Metal recommends as the most of all buffers
 * @param unifiedMemory whether device and host share memory
 * @param residencySets whether the system has residency sets (macOS 15)
 */
record DeviceFacts(
    String name,
    int family,
    DeviceProfile.Axes threads,
    long threadgroupMemory,
    long bufferLength,
    long workingSet,
    boolean unifiedMemory,
    boolean residencySets) {

  private static final int OLDEST_FAMILY = 7;
  private static final int NEWEST_FAMILY_ASKED = 12;

  /** Until this family the driver of Metal loses pipelines that only indirect commands name. */
  private static final int FIRST_WITHOUT_TOUCH = 9;

  /** Asks a device. */
  static DeviceFacts of(ObjectiveC objc, Foundation foundation, long device) {
    try (Pool _ = objc.openPool();
        Arena arena = Arena.ofConfined()) {
      MemorySegment threads = objc.size(Messages.MAX_THREADS, device, arena);
      return new DeviceFacts(foundation.text(objc.send(Messages.DEVICE_NAME, device)),
          family(objc, device),
          new DeviceProfile.Axes(Structs.width(threads), Structs.height(threads),
              Structs.depth(threads)),
          objc.send(Messages.MAX_THREADGROUP_MEMORY, device),
          objc.send(Messages.MAX_BUFFER_LENGTH, device),
          objc.send(Messages.WORKING_SET, device), objc.ask(Messages.UNIFIED_MEMORY, device),
          objc.takes(device, Messages.NEW_RESIDENCY_SET));
    }
  }

  private static int family(ObjectiveC objc, long device) {
    for (int family = NEWEST_FAMILY_ASKED; family >= OLDEST_FAMILY; family--) {
      if (objc.ask(Messages.SUPPORTS_FAMILY, device,
          Values.FAMILY_APPLE_7 + family - OLDEST_FAMILY)) {
        return family;
      }
    }
    return 0;
  }

  /** The device by this driver, for a person. */
  String title() {
    return name + " (Apple driver)";
  }

  /** Why this driver does not work with the device, or null where it does. */
  @Nullable
  String refusal() {
    if (family > 0) {
      return null;
    }
    return name + (isParavirtual()
        ? " is a virtual machine's device, without what family apple7 (M1) has"
        : " is no GPU of Apple silicon (family apple7, an M1, or newer)");
  }

  /** Why indirect command buffers are not used on it, or null where they are. */
  @Nullable
  String indirectRefusal() {
    return isParavirtual()
        ? name + " is a virtual machine's device, on which indirect command buffers give zeros"
        : null;
  }

  private boolean isParavirtual() {
    return name.contains("Paravirtual");
  }

  /** Whether each pipeline of indirect commands is to be set once on the encoder that executes them. */
  boolean needsPipelineTouch() {
    return family < FIRST_WITHOUT_TOUCH;
  }

  /** The limits that kernels are checked against. */
  DeviceProfile profile() {
    DeviceProfile oldest = DeviceProfile.APPLE7;
    int perThreadgroup = Math.toIntExact(threads.x());
    return new DeviceProfile("apple" + family,
        new DeviceProfile.Threads(oldest.threads().grid(), threads, perThreadgroup,
            oldest.threads().simdWidth()),
        new DeviceProfile.ThreadgroupMemory(Math.toIntExact(threadgroupMemory),
            oldest.threadgroupMemory().multiple()),
        oldest.parameters(), oldest.memory());
  }

  /** The limits, for a person. */
  Map<String, Long> limits() {
    Map<String, Long> limits = profile().limits();
    limits.put("appleFamily", (long) family);
    limits.put("maxBufferLength", bufferLength);
    limits.put("recommendedMaxWorkingSetSize", workingSet);
    return limits;
  }

  /** What the device and its system can do, for a person. */
  Map<String, Boolean> features() {
    Map<String, Boolean> features = new LinkedHashMap<>();
    features.put("unifiedMemory", unifiedMemory);
    features.put("residencySets", residencySets);
    features.put("indirectCommandBuffers", indirectRefusal() == null);
    features.put("paravirtual", isParavirtual());
    return features;
  }
}
