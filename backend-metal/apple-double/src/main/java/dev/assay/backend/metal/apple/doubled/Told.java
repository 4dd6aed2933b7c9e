package dev.assay.backend.metal.apple.doubled;

import dev.assay.backend.metal.driver.recording.MetalCall;
import java.util.List;

/**
 * A call of the port as the messages to Metal give it: without length and access, which they do not carry.
 *
 * @param call the call
 * @param handle the engine's handle of the pipeline or buffer in it, 0 where there is none
 * @param label the debug group that a dispatch is in, or empty
 * @param commands the indirect commands of an execution, each with its calls
 */
record Told(MetalCall call, long handle, String label, List<List<Told>> commands) {
  Told {
    commands = List.copyOf(commands);
  }

  static Told of(MetalCall call) {
    return new Told(call, 0, "", List.of());
  }

  static Told of(MetalCall call, long handle) {
    return new Told(call, handle, "", List.of());
  }

  /** The calls alone. */
  static List<MetalCall> calls(List<Told> told) {
    return told.stream().map(Told::call).toList();
  }
}
