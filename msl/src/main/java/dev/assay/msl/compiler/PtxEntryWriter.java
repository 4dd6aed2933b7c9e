package dev.assay.msl.compiler;

import dev.assay.msl.reader.syntax.TranslationUnit;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the C++ of a kernel's entry on an NVIDIA GPU: a function whose parameters are the device
 * addresses of its buffers by rising index, then the offsets of its threadgroup arguments in dynamic
 * shared memory, by rising index, then the threads of the grid along x, y and z.
 */
final class PtxEntryWriter {
  private static final int BINDINGS = 31;

  private PtxEntryWriter() {}

  static String write(KernelCall kernel, TranslationUnit unit) {
    List<KernelBinding> buffers = bindings(kernel, KernelBinding.Kind.BUFFER);
    List<KernelBinding> arguments = bindings(kernel, KernelBinding.Kind.THREADGROUP);
    String parameters =
        Stream.of(
            buffers.stream().map(b -> "void* b" + b.index()),
            arguments.stream().map(b -> "uint t" + b.index()),
            Stream.of("uint x", "uint y", "uint z"))
            .flatMap(each -> each)
            .collect(Collectors.joining(", "));
    StringBuilder tables = new StringBuilder();
    for (KernelBinding buffer : buffers) {
      tables.append("  buffers[%d] = b%1$d;\n".formatted(buffer.index()));
    }
    for (KernelBinding argument : arguments) {
      tables.append(
          "  arguments[%d] = (char*)assay_dynamic + t%1$d;\n".formatted(argument.index()));
    }
    return """
        extern __attribute__((address_space(3), aligned(16))) char assay_dynamic[];
        extern "C" __attribute__((nvptx_kernel, visibility("default"))) void %s(%s) {
          void* buffers[%d];
          void* arguments[%3$d];
        %s
          msl::run_gpu_thread(buffers, arguments, x, y, z,
              [](const msl::thread_position& p) __attribute__((always_inline)) { %s; });
        }
        """.formatted(PtxKernel.SYMBOL, parameters, BINDINGS, tables, kernel.text(unit));
  }

  private static List<KernelBinding> bindings(KernelCall kernel, KernelBinding.Kind kind) {
    return kernel.entry()
        .bindings()
        .stream()
        .filter(binding -> binding.kind() == kind)
        .sorted(Comparator.comparingInt(KernelBinding::index))
        .toList();
  }
}
