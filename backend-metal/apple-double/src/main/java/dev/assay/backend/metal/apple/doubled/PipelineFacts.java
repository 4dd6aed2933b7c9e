package dev.assay.backend.metal.apple.doubled;

import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.msl.reader.model.AddressSpace;
import dev.assay.msl.reader.model.Layout;
import dev.assay.msl.reader.model.MslKernel;
import dev.assay.msl.reader.model.MslParameter;
import dev.assay.msl.reader.model.PointerType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What the native part is told of a pipeline: its limits, and what is bound, as Metal's reflection numbers it.
 *
 * @param memory where that is written
 */
record PipelineFacts(MemorySegment memory) {
  private static final int NAME_ROOM = 128;
  private static final int MOST_BINDINGS = 64;
  private static final long HEADER = 4 * Long.BYTES;
  private static final long BINDING = NAME_ROOM + 4 * Long.BYTES;
  private static final long SIZE = HEADER + MOST_BINDINGS * BINDING;

  private static final long TYPE_THREADGROUP_MEMORY = 1;
  private static final long ACCESS_READ_WRITE = 1;
  private static final int CONSTANT_MULTIPLE = 4;

  @SuppressWarnings("restricted")
  static PipelineFacts at(MemorySegment address) {
    return new PipelineFacts(address.reinterpret(SIZE));
  }

  void write(MetalPipeline pipeline, MslKernel kernel) {
    List<MetalPipeline.ReflectedBinding> bindings = pipeline.bindings();
    word(0, pipeline.maxTotalThreadsPerThreadgroup());
    word(Long.BYTES, pipeline.threadExecutionWidth());
    word(2 * Long.BYTES, pipeline.staticThreadgroupMemoryLength());
    word(3 * Long.BYTES, bindings.size());
    for (int i = 0; i < bindings.size(); i++) {
      write(HEADER + i * BINDING, bindings.get(i), kernel);
    }
  }

  private void write(long at, MetalPipeline.ReflectedBinding binding, MslKernel kernel) {
    if (binding.name().getBytes(StandardCharsets.UTF_8).length >= NAME_ROOM) {
      throw new IllegalArgumentException("the name of a binding is longer than any: " + binding);
    }
    memory.setString(at, binding.name());
    boolean threadgroup = binding.kind() == MetalPipeline.Kind.THREADGROUP_MEMORY;
    word(at + NAME_ROOM, threadgroup ? TYPE_THREADGROUP_MEMORY : 0);
    // Metal calls threadgroup memory written, whatever a kernel does with it.
    word(at + NAME_ROOM + Long.BYTES, threadgroup || binding.writable() ? ACCESS_READ_WRITE : 0);
    word(at + NAME_ROOM + 2 * Long.BYTES, binding.index());
    word(at + NAME_ROOM + 3 * Long.BYTES, threadgroup ? 1 : alignment(binding.name(), kernel));
  }

  /** What Apple's documentation of {@code setBuffer:offset:atIndex:} asks of the offset. */
  private static long alignment(String parameter, MslKernel kernel) {
    return kernel.parameters()
        .stream()
        .filter(each -> each.name().equals(parameter))
        .map(MslParameter::resolved)
        .mapToLong(type -> type instanceof PointerType pointer
            ? Math.max(pointer.space() == AddressSpace.CONSTANT ? CONSTANT_MULTIPLE : 1,
                pointer.pointee().layout().map(Layout::alignBytes).orElse(1L))
            : 1)
        .max()
        .orElse(1);
  }

  private void word(long at, long value) {
    memory.set(ValueLayout.JAVA_LONG, at, value);
  }
}
