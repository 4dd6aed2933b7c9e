package dev.assay.msl.compiler;

import dev.assay.msl.MslBuild;
import java.util.List;

/**
 * Writes the C++ that calls kernels: for each a function of one thread, and where no thread waits
 * for another also one that loops over a whole threadgroup.
 */
final class EntryWriter {
  private EntryWriter() {}

  static String threadSymbol(int index) {
    return "assay_thread_" + index;
  }

  static String loopSymbol(int index) {
    return "assay_loop_" + index;
  }

  /** Whether the entry runs one thread a call: where threads wait, and where each is checked. */
  static boolean isOneThread(KernelEntry entry, MslBuild build) {
    return entry.strategy() != KernelEntry.Strategy.LOOP || build == MslBuild.CHECKED;
  }

  /** Whether the kernel itself is rewritten to a coroutine; checked builds keep to stacks. */
  static boolean isCoroutine(KernelEntry entry, MslBuild build) {
    return entry.strategy() == KernelEntry.Strategy.COROUTINES && build == MslBuild.FAST;
  }

  static String symbol(KernelEntry entry, MslBuild build) {
    return isOneThread(entry, build) ? threadSymbol(0) : loopSymbol(0);
  }

  static String write(List<KernelEntry> entries, MslBuild build) {
    StringBuilder out = new StringBuilder();
    out.append("\n# 1 \"assay-entries\"\n");
    for (int i = 0; i < entries.size(); i++) {
      KernelEntry entry = entries.get(i);
      String call = call(entry);
      String exported =
          "extern \"C\" __attribute__((visibility(\"default\"), no_sanitize(\"kernel-address\"),"
              + " no_sanitize(\"coverage\"))) void ";
      if (isCoroutine(entry, build)) {
        out.append(exported.replace(" void ", " void* ")).append(threadSymbol(i));
        out.append("(const msl::group* g, uint x, uint y, uint z) {")
            .append(" const msl::thread_position p{g, x, y, z}; return ")
            .append(call)
            .append(".frame; }\n");
      } else if (isOneThread(entry, build)) {
        out.append(exported).append(threadSymbol(i));
        out.append("(const msl::group* g, uint x, uint y, uint z) {")
            .append(" const msl::thread_position p{g, x, y, z}; ")
            .append(call)
            .append("; }\n");
      } else {
        out.append(exported).append(loopSymbol(i));
        out.append(
            "(const msl::group* g) { msl::for_each_thread(g, [](const msl::thread_position& p)")
            .append(" __attribute__((always_inline)) { ")
            .append(call)
            .append("; }); }\n");
      }
    }
    return out.toString();
  }

  private static String call(KernelEntry entry) {
    StringBuilder call = new StringBuilder(entry.call()).append('(');
    String separator = "";
    for (KernelBinding binding : entry.bindings()) {
      call.append(separator).append(argument(binding));
      separator = ", ";
    }
    return call.append(')').toString();
  }

  private static String argument(KernelBinding binding) {
    String form = binding.isReference() ? "reference" : "pointer";
    return switch (binding.kind()) {
      case BUFFER -> "msl::buffer_" + form + "(p, " + binding.index() + ")";
      case THREADGROUP -> "msl::threadgroup_" + form + "(p, " + binding.index() + ")";
      case BUILT_IN -> "msl::built_in::" + binding.type() + "(p)";
      case OPAQUE -> "msl::opaque_argument()";
    };
  }
}
