package dev.assay.msl.compiler;

import java.util.List;

/**
 * A kernel that can be run: what its source calls it and how its parameters bind.
 *
 * @param name the name a host asks for
 * @param call the C++ expression of the function
 * @param bindings one for each parameter, in order
 * @param waits whether threads may wait for each other, at a barrier or a simdgroup function
 */
public record KernelEntry(String name, String call, List<KernelBinding> bindings, boolean waits) {
  public KernelEntry {
    bindings = List.copyOf(bindings);
  }
}
