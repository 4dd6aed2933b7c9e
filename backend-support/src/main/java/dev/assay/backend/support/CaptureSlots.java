package dev.assay.backend.support;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The slots of one capture: buffers without memory, and which of them may be given overlapping views. */
final class CaptureSlots implements SupportBuffer.Home {
  private final Map<SupportBuffer, Integer> indices = new HashMap<>();
  private final List<Set<Integer>> overlaps = new ArrayList<>();

  @Override
  public void released(SupportBuffer buffer, DevicePort.Memory memory) {
    throw new IllegalStateException("a slot has no memory to release");
  }

  void add(SupportBuffer slot) {
    indices.put(slot, indices.size());
    overlaps.add(new TreeSet<>());
  }

  /** The index of this slot, or −1 for any other buffer. */
  int index(SupportBuffer buffer) {
    return indices.getOrDefault(buffer, -1);
  }

  void declareOverlap(int slot, int other) {
    overlaps.get(slot).add(other);
    overlaps.get(other).add(slot);
  }

  boolean mayOverlap(int slot, int other) {
    return overlaps.get(slot).contains(other);
  }

  boolean mayOverlap(SupportBuffer slot, SupportBuffer other) {
    int one = index(slot);
    int two = index(other);
    return one >= 0 && two >= 0 && mayOverlap(one, two);
  }
}
