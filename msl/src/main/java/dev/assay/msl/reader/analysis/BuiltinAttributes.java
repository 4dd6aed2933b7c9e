package dev.assay.msl.reader.analysis;

import java.util.Set;

/** Attributes by which a kernel's parameter gets a value of the moment (Metal Shading Language Specification, 5.2.3). */
final class BuiltinAttributes {

  private static final Set<String> NAMES = Set.of(
      "thread_position_in_grid",
      "thread_position_in_threadgroup",
      "thread_index_in_threadgroup",
      "thread_index_in_simdgroup",
      "thread_index_in_quadgroup",
      "threads_per_grid",
      "threads_per_threadgroup",
      "threads_per_simdgroup",
      "thread_execution_width",
      "threadgroup_position_in_grid",
      "threadgroups_per_grid",
      "simdgroup_index_in_threadgroup",
      "simdgroups_per_threadgroup",
      "quadgroup_index_in_threadgroup",
      "quadgroups_per_threadgroup",
      "dispatch_threads_per_threadgroup",
      "dispatch_simdgroups_per_threadgroup",
      "dispatch_quadgroups_per_threadgroup",
      "grid_origin",
      "grid_size",
      "stage_in_grid_origin",
      "stage_in_grid_size",
      "thread_position_in_tile",
      "threads_per_tile",
      "tile_index",
      "pixel_position_in_tile",
      "pixels_per_tile",
      "render_target_array_index",
      "amplification_count",
      "amplification_id",
      "sample_id");

  private BuiltinAttributes() {}

  static boolean contains(String name) {
    return NAMES.contains(name);
  }
}
