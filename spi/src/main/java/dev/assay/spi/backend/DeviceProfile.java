package dev.assay.spi.backend;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apiguardian.api.API;

/**
 * The limits of a class of devices, as data. Every backend refuses what its profile refuses, so that a dispatch that
 * passes on the reference also fits the device.
 *
 * @param name the profile's name
 * @param threads grids and threadgroups
 * @param threadgroupMemory memory that the threads of a group share
 * @param parameters how many and how large parameters may be
 * @param memory how buffers are addressed
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record DeviceProfile(
    String name,
    Threads threads,
    ThreadgroupMemory threadgroupMemory,
    Parameters parameters,
    Memory memory) {
  /** A limit that a device does not have. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  private static final long LARGEST_UINT = 0xFFFF_FFFFL;

  /** Apple GPU family 7 (M1); Metal feature set tables. */
  public static final DeviceProfile APPLE7 = new DeviceProfile("apple7",
      new Threads(new Axes(LARGEST_UINT, LARGEST_UINT, LARGEST_UINT), new Axes(1024, 1024, 1024),
          1024, 32),
      new ThreadgroupMemory(32_768, 16),
      new Parameters(31, 4096, UNLIMITED),
      new Memory(4, LARGEST_UINT, true));

  /** NVIDIA compute capability 9.0 (H100, H200), CUDA 13; tried on an H200, see ADR 0005. */
  public static final DeviceProfile SM_90 = new DeviceProfile("sm_90",
      new Threads(new Axes(Integer.MAX_VALUE, 65_535, 65_535), new Axes(1024, 1024, 64), 1024, 32),
      new ThreadgroupMemory(232_448, 16),
      new Parameters(UNLIMITED, 4096, 32_764),
      new Memory(1, Long.MAX_VALUE, false));

  /** A size for each axis. */
  public record Axes(long x, long y, long z) {}

  /**
   * Grids and threadgroups. Positions in a grid are 32-bit on every device, so no axis has more than 2³² − 1 threads.
   *
   * @param grid the most threadgroups along each axis of a grid
   * @param threadgroup the most threads along each axis of a threadgroup
   * @param perThreadgroup the most threads of one threadgroup
   * @param simdWidth threads of one simdgroup
   */
  public record Threads(Axes grid, Axes threadgroup, int perThreadgroup, int simdWidth) {}

  /**
   * Memory that the threads of a group share.
   *
   * @param bytes the most of one dispatch, all arguments together
   * @param multiple what each argument's length is a multiple of
   */
  public record ThreadgroupMemory(int bytes, int multiple) {}

  /**
   * How many and how large parameters may be.
   *
   * @param bindings the most bindings of one kernel, constants included
   * @param inlineConstantBytes the most bytes of one constant that travel inline; a larger one travels in memory
   * @param bytes the most bytes of all parameters together: inline constants, and 8 for each other binding
   */
  public record Parameters(int bindings, int inlineConstantBytes, int bytes) {
    /** Whether a constant of this size travels inline; that is decided by its size alone. */
    public boolean isInline(long sizeBytes) {
      return sizeBytes <= inlineConstantBytes;
    }
  }

  /**
   * How buffers are addressed.
   *
   * @param constantOffsetMultiple what the offset of a buffer that a kernel reads as {@code constant} is a multiple of
   * @param largestSegmentOffset the largest offset in the buffers of a segment
   * @param sharedWithHost whether device and host share memory; where not, a kernel reads wrapped memory slowly, and
   *     what it reads often is better copied
   */
  public record Memory(
      int constantOffsetMultiple,
      long largestSegmentOffset,
      boolean sharedWithHost) {}

  /** The limits by the names that Metal has for them, in bytes and threads, for a person to read. */
  public Map<String, Long> limits() {
    Map<String, Long> limits = new LinkedHashMap<>();
    limits.put("maxThreadsPerThreadgroup", (long) threads.perThreadgroup);
    limits.put("threadExecutionWidth", (long) threads.simdWidth);
    limits.put("maxThreadgroupMemoryLength", (long) threadgroupMemory.bytes);
    limits.put("threadgroupMemoryMultiple", (long) threadgroupMemory.multiple);
    limits.put("maxBufferBindings", (long) parameters.bindings);
    limits.put("maxInlineConstantBytes", (long) parameters.inlineConstantBytes);
    return limits;
  }

  /** A fact that an {@code Expr} may name, such as {@code device.simdWidth}. */
  public long fact(String fact) {
    return switch (fact) {
      case "device.bindings" -> parameters.bindings;
      case "device.threadgroupMemoryBytes" -> threadgroupMemory.bytes;
      case "device.threadsPerThreadgroup" -> threads.perThreadgroup;
      case "device.simdWidth" -> threads.simdWidth;
      default ->
          throw new IllegalArgumentException("profile " + name + " knows no fact '" + fact + "'");
    };
  }
}
