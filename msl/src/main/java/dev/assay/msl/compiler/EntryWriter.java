package dev.assay.msl.compiler;

import dev.assay.msl.MslBuild;
import dev.assay.msl.reader.syntax.TranslationUnit;

/**
 * Writes the C++ that calls a kernel: a function of one thread, or where no thread waits for another
 * one that loops over a whole threadgroup.
 */
final class EntryWriter {
  private static final String ATTRIBUTES =
      "__attribute__((visibility(\"default\"), no_sanitize(\"kernel-address\"),"
          + " no_sanitize(\"coverage\")))";

  private EntryWriter() {}

  /** Whether the entry runs one thread a call: where threads wait, and where each is checked. */
  static boolean isOneThread(KernelEntry entry, MslBuild build) {
    return entry.strategy() != KernelEntry.Strategy.LOOP || build == MslBuild.CHECKED;
  }

  /** Whether the kernel itself is rewritten to a coroutine; checked builds keep to stacks. */
  static boolean isCoroutine(KernelEntry entry, MslBuild build) {
    return entry.strategy() == KernelEntry.Strategy.COROUTINES && build == MslBuild.FAST;
  }

  /** The exported function of the first kernel that was written. */
  static String symbol(KernelEntry entry, MslBuild build) {
    return isOneThread(entry, build) ? "assay_thread_0" : "assay_loop_0";
  }

  /**
   * The entry of a kernel.
   *
   * @param index tells the entries of one unit apart
   */
  static String write(KernelCall kernel, TranslationUnit unit, int index, MslBuild build) {
    String call = kernel.text(unit);
    if (!isOneThread(kernel.entry(), build)) {
      return """
          extern "C" %s void assay_loop_%d(const msl::group* g) {
            msl::for_each_thread(g, [](const msl::thread_position& p) __attribute__((always_inline)) {
              %s;
            });
          }
          """
          .formatted(ATTRIBUTES, index, call);
    }
    boolean coroutine = isCoroutine(kernel.entry(), build);
    String thread = """
        extern "C" %s %s assay_thread_%d(const msl::group* g, uint x, uint y, uint z) {
          const msl::thread_position p{g, x, y, z};
          %s;
        }
        """.formatted(
        ATTRIBUTES, coroutine ? "void*" : "void", index,
        coroutine ? "return " + call + ".frame" : call);
    return coroutine ? thread + beginning(call) : thread;
  }

  /** What begins a whole group of coroutines; only the unit's one kernel can be that. */
  private static String beginning(String call) {
    return """
        extern "C" void assay_begin(const msl::group* g, void** frames) {
          msl::for_each_thread(g,
              [&frames](const msl::thread_position& p) __attribute__((always_inline)) {
                *frames++ = %s.frame;
              });
        }
        """.formatted(call);
  }
}
