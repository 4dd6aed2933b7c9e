package dev.assay.msl.compiler;

import java.util.List;

/**
 * A kernel that can be run: its name and how its parameters bind.
 *
 * @param name the name a host asks for
 * @param bindings one for each parameter, in order
 * @param strategy how its threads run
 */
public record KernelEntry(String name, List<KernelBinding> bindings, Strategy strategy) {
  /** How the threads of a group run on a CPU. */
  public enum Strategy {
    /** No thread waits for another: a loop over the group. */
    LOOP,

    /** All waits are barriers in the kernel's own body: each thread is a coroutine. */
    COROUTINES,

    /** Threads wait anywhere: each has a stack of its own. */
    FIBERS
  }

  public KernelEntry {
    bindings = List.copyOf(bindings);
  }
}
