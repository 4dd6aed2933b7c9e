package dev.assay.backend.metal.apple;

import dev.assay.backend.metal.apple.objc.Foundation;
import dev.assay.backend.metal.apple.objc.Messages;
import dev.assay.backend.metal.apple.objc.ObjectiveC;
import dev.assay.backend.metal.apple.objc.Owned;
import dev.assay.backend.metal.apple.objc.Pool;
import dev.assay.backend.metal.driver.MetalPipeline;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** A pipeline, with what its reflection says. */
final class ApplePipeline implements MetalPipeline {
  private final Owned pipeline;
  // The address once more: the path of a dispatch reads a plain field.
  private final long id;
  private final int maxThreads;
  private final int width;
  private final int staticMemory;
  private final boolean indirect;
  private final boolean compiled;
  private final List<ReflectedBinding> bindings;
  private volatile boolean released;

  private ApplePipeline(ObjectiveC objc, PipelineArchive.Made made,
      List<ReflectedBinding> bindings) {
    this.pipeline = made.pipeline();
    this.compiled = made.compiled();
    this.id = pipeline.id();
    this.maxThreads = Math.toIntExact(objc.send(Messages.PIPELINE_THREADS, id));
    this.width = Math.toIntExact(objc.send(Messages.PIPELINE_WIDTH, id));
    this.staticMemory = Math.toIntExact(objc.send(Messages.PIPELINE_MEMORY, id));
    this.indirect = objc.ask(Messages.PIPELINE_INDIRECT, id);
    this.bindings = bindings;
  }

  /** Makes a pipeline; device code is taken from the archive where that has it. */
  static ApplePipeline make(AppleDriver driver, String label, AppleFunction function,
      boolean indirect) {
    ObjectiveC objc = driver.objc();
    try (Owned descriptor = objc.newObject("MTLComputePipelineDescriptor")) {
      ApplePipeline pipeline = make(driver, label, function, indirect, descriptor);
      if (pipeline.compiled) {
        driver.archive().keep(descriptor, label);
      }
      return pipeline;
    }
  }

  private static ApplePipeline make(AppleDriver driver, String label, AppleFunction function,
      boolean indirect, Owned descriptor) {
    ObjectiveC objc = driver.objc();
    try (Pool _ = objc.openPool();
        Arena arena = Arena.ofConfined()) {
      // Before the function, or Metal makes a pipeline that indirect commands cannot use.
      objc.tell(Messages.SET_INDIRECT, descriptor.id(), indirect);
      objc.tell(Messages.SET_FUNCTION, descriptor.id(), function.function().id());
      objc.tell(Messages.PIPELINE_LABEL, descriptor.id(), driver.foundation().string(label));
      MemorySegment reflection = Foundation.out(arena);
      PipelineArchive.Made made = driver.archive().make(descriptor, label, reflection, arena);
      try {
        ApplePipeline pipeline = new ApplePipeline(objc, made,
            bindings(objc, driver.foundation(), Foundation.in(reflection), label));
        pipeline.requireIndirect(indirect, label);
        return pipeline;
      } catch (Throwable refused) {
        made.pipeline().close();
        throw refused;
      }
    }
  }

  private static List<ReflectedBinding> bindings(ObjectiveC objc, Foundation foundation,
      long reflection, String label) {
    if (reflection == 0) {
      throw Refusal.nil("reflection", "pipeline '" + label + "'", "nothing");
    }
    long array = objc.send(Messages.BINDINGS, reflection);
    if (array == 0) {
      throw Refusal.nil("list of bindings", "pipeline '" + label + "'", "nothing");
    }
    long count = objc.send(Messages.ARRAY_COUNT, array);
    List<ReflectedBinding> bindings = new ArrayList<>();
    for (long place = 0; place < count; place++) {
      long binding = objc.send(Messages.ARRAY_ELEMENT, array, place);
      String name = foundation.text(objc.send(Messages.BINDING_NAME, binding));
      boolean writable =
          objc.send(Messages.BINDING_ACCESS, binding) != Values.ACCESS_READ_ONLY;
      Kind kind = kind(objc.send(Messages.BINDING_TYPE, binding), name, label);
      // Of threadgroup memory nothing is left to be written.
      bindings.add(new ReflectedBinding(name, kind,
          Math.toIntExact(objc.send(Messages.BINDING_INDEX, binding)),
          writable && kind == Kind.BUFFER));
    }
    return List.copyOf(bindings);
  }

  private static Kind kind(long type, String name, String label) {
    if (type == Values.BINDING_BUFFER) {
      return Kind.BUFFER;
    }
    if (type == Values.BINDING_THREADGROUP_MEMORY) {
      return Kind.THREADGROUP_MEMORY;
    }
    throw Refusal.call("binding '" + name + "' is neither buffer nor threadgroup memory",
        "pipeline '" + label + "'", "MTLBindingType 0 or 1", Long.toString(type));
  }

  private void requireIndirect(boolean wanted, String label) {
    if (wanted && !indirect) {
      throw Refusal.call("the pipeline came out without support for indirect command buffers",
          "pipeline '" + label + "'");
    }
  }

  /** The object, which is live. */
  long id() {
    if (released) {
      throw Refusal.call("a pipeline is used after its release", "a dispatch");
    }
    return id;
  }

  boolean isIndirect() {
    return indirect;
  }

  @Override
  public int maxTotalThreadsPerThreadgroup() {
    return maxThreads;
  }

  @Override
  public int threadExecutionWidth() {
    return width;
  }

  @Override
  public int staticThreadgroupMemoryLength() {
    return staticMemory;
  }

  @Override
  public List<ReflectedBinding> bindings() {
    return bindings;
  }

  @Override
  public void release() {
    if (released) {
      throw Refusal.call("a pipeline is released twice", "release of a pipeline");
    }
    released = true;
    pipeline.close();
  }
}
