package dev.assay.spi.backend;

import dev.assay.spi.kernel.Geometry;
import java.util.List;
import org.apiguardian.api.API;

/**
 * A resolved geometry: all positive, all within 32 bits, within the limits of device and pipeline.
 *
 * @param form whether the grid counts threads or threadgroups
 * @param gridX width of the grid
 * @param gridY height of the grid
 * @param gridZ depth of the grid
 * @param groupX width of a threadgroup in threads
 * @param groupY height of a threadgroup in threads
 * @param groupZ depth of a threadgroup in threads
 * @param threadgroupMemoryBytes the length of each threadgroup argument
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Grid(
    Geometry.Form form,
    long gridX,
    long gridY,
    long gridZ,
    int groupX,
    int groupY,
    int groupZ,
    List<Integer> threadgroupMemoryBytes) {
  /** Copies the list. */
  public Grid {
    threadgroupMemoryBytes = List.copyOf(threadgroupMemoryBytes);
  }
}
