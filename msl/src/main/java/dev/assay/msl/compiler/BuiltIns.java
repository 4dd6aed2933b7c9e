package dev.assay.msl.compiler;

import java.util.Set;

/** The built-in values of a compute kernel, by the attribute that asks for each. */
final class BuiltIns {
  private static final Set<String> NAMES =
      Set.of(
          "thread_position_in_grid",
          "thread_position_in_threadgroup",
          "thread_index_in_threadgroup",
          "threadgroup_position_in_grid",
          "threads_per_threadgroup",
          "dispatch_threads_per_threadgroup",
          "threads_per_grid",
          "threadgroups_per_grid",
          "grid_size",
          "grid_origin",
          "thread_index_in_simdgroup",
          "simdgroup_index_in_threadgroup",
          "threads_per_simdgroup",
          "thread_execution_width",
          "simdgroups_per_threadgroup",
          "dispatch_simdgroups_per_threadgroup",
          "thread_index_in_quadgroup",
          "quadgroup_index_in_threadgroup",
          "quadgroups_per_threadgroup",
          "dispatch_quadgroups_per_threadgroup");

  private BuiltIns() {}

  static boolean isKnown(String attribute) {
    return NAMES.contains(attribute);
  }
}
