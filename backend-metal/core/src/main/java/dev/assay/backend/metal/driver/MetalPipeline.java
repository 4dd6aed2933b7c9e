package dev.assay.backend.metal.driver;

import dev.assay.msl.reader.model.Access;
import dev.assay.msl.reader.model.MslParameter;
import dev.assay.msl.reader.model.ParameterKind;
import java.util.List;
import org.apiguardian.api.API;

/** A function made ready for the device ({@code MTLComputePipelineState}). */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface MetalPipeline {
  /** The most threads of one threadgroup, which can be fewer than the device's limit. */
  int maxTotalThreadsPerThreadgroup();

  /** Threads of one simdgroup. */
  int threadExecutionWidth();

  /** Bytes of threadgroup memory that the text declares itself. */
  int staticThreadgroupMemoryLength();

  /** What the device itself says is bound, by index; what a constant switches off is not there. */
  List<ReflectedBinding> bindings();

  /** Gives it back; no work in flight uses it. */
  void release();

  /**
   * A binding as the device's reflection reports it.
   *
   * @param name of the parameter
   * @param kind of the index
   * @param index in the table of its kind
   * @param writable whether the function can write through it
   */
  record ReflectedBinding(String name, Kind kind, int index, boolean writable) {
    /** What a parameter that the host binds is in reflection; of threadgroup memory nothing is left to be written. */
    public static ReflectedBinding of(MslParameter parameter) {
      boolean threadgroup = parameter.kind() == ParameterKind.THREADGROUP;
      return new ReflectedBinding(parameter.name(),
          threadgroup ? Kind.THREADGROUP_MEMORY : Kind.BUFFER, parameter.index().orElseThrow(),
          !threadgroup && parameter.access() != Access.READ);
    }
  }

  /** The tables that indices count in. */
  enum Kind {
    /** Buffers and constants. */
    BUFFER,
    /** Threadgroup memory. */
    THREADGROUP_MEMORY
  }
}
