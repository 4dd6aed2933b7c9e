package dev.assay.runtime;

import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.kernel.Geometry;
import dev.assay.spi.kernel.Parameter;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * A kernel made from a text alone and called on arrays by parameter name. Parameters, their types and which of them are
 * written come from the text; there is no reference, so nothing here proves that it computes what it should.
 *
 * <pre>{@code
 * float[] y = {1, 2, 3};
 * try (RawKernel saxpy = assay.raw("saxpy.metal", text, "saxpy")) {
 *   saxpy.call().array("x", new float[] {4, 5, 6}).array("y", y).scalar("a", 2f).threads(3);
 * }
 * }</pre>
 *
 * <p>Thread-safe; each call belongs to one thread.
 */
public final class RawKernel implements AutoCloseable {
  private static final String WIDTH = "min(256, pipeline.threadsPerThreadgroup)";

  private final Backend backend;
  private final Pipeline pipeline;
  private final CommandQueue queue;

  RawKernel(Backend backend, Pipeline pipeline) {
    this.backend = backend;
    this.pipeline = pipeline;
    this.queue = backend.newQueue(pipeline.declaration().name().toString());
  }

  /** What the text says of its parameters. */
  public List<Parameter> parameters() {
    return pipeline.declaration().parameters();
  }

  /** Starts the arguments of one run. */
  public Call call() {
    return new Call();
  }

  /** Waits for what runs and gives its queue back; the kernel cannot be called any more. */
  @Override
  public void close() {
    queue.close();
  }

  /**
   * The arguments of one run. Everything that is missing, unknown or of another type is reported together when it runs.
   * Not thread-safe.
   */
  public final class Call {
    private final Bindings bindings = new Bindings();
    private final Map<String, MemorySegment> arrays = new LinkedHashMap<>();
    private final Problems problems = new Problems("call of " + pipeline.declaration().name());
    private String[] threadgroupBytes = {};

    private Call() {}

    /** An array of floats for a buffer of floats. What the kernel writes is in it after the run, as in all arrays. */
    public Call array(String parameter, float[] values) {
      return array(parameter, MemorySegment.ofArray(values), DType.F32);
    }

    /** An array for a buffer of 32-bit integers. */
    public Call array(String parameter, int[] values) {
      return array(parameter, MemorySegment.ofArray(values), DType.I32, DType.U32);
    }

    /** An array for a buffer of 16-bit integers, or of the bits of half or bfloat. */
    public Call array(String parameter, short[] values) {
      return array(parameter, MemorySegment.ofArray(values), DType.I16, DType.U16, DType.F16,
          DType.BF16);
    }

    /** An array for a buffer of 64-bit integers. */
    public Call array(String parameter, long[] values) {
      return array(parameter, MemorySegment.ofArray(values), DType.I64, DType.U64);
    }

    /** An array for a buffer of bytes, booleans or structs. */
    public Call array(String parameter, byte[] values) {
      return array(parameter, MemorySegment.ofArray(values), DType.I8, DType.U8, DType.BOOL);
    }

    private Call array(String parameter, MemorySegment values, DType... types) {
      Optional<Parameter.Buffer> buffer = find(parameter, Parameter.Buffer.class, "an array");
      if (buffer.isPresent()) {
        DType wanted = buffer.get().type(DType.F32);
        if (!List.of(types).contains(wanted)) {
          problems.add(Problem
              .of(Codes.BIND_TYPE,
                  "parameter '" + parameter + "' is given an array of another type")
              .expected("elements of " + wanted, "elements for one of " + List.of(types)));
        } else if (arrays.put(parameter, values) != null) {
          problems.add(
              Problem.of(Codes.BIND_DOUBLED, "parameter '" + parameter + "' is given twice"));
        }
      }
      return this;
    }

    /** A scalar, which must fit the parameter's type: an integer for an integer type, in its range. */
    public Call scalar(String parameter, Number value) {
      return struct(parameter, fields -> value instanceof Float || value instanceof Double
          ? fields.set("", value.doubleValue())
          : fields.set("", value.longValue()));
    }

    /** A constant struct, whose fields are set one by one. */
    public Call struct(String parameter, UnaryOperator<StructValue.Builder> fields) {
      find(parameter, Parameter.Constant.class, "a value").ifPresent(constant -> {
        StructLayout layout = constant.layout();
        try {
          bindings.constant(parameter, fields.apply(layout.value()).build());
        } catch (InvalidCallException refused) {
          refused.problems().forEach(problems::add);
        }
      });
      return this;
    }

    /** The lengths of threadgroup arguments, in the order of the text; each is a multiple of 16. */
    public Call threadgroupMemory(int... bytes) {
      threadgroupBytes = IntStream.of(bytes).mapToObj(Integer::toString).toArray(String[]::new);
      return this;
    }

    private <P extends Parameter> Optional<P> find(String parameter, Class<P> kind, String given) {
      Optional<Parameter> found = pipeline.declaration().parameter(parameter);
      if (found.isEmpty()) {
        problems.add(Problem.of(Codes.BIND_UNKNOWN, "there is no parameter '" + parameter + "'")
            .remedy(NearestNames.advice(parameter,
                parameters().stream().map(Parameter::name).toList())));
      } else if (!kind.isInstance(found.get())) {
        problems.add(Problem
            .of(Codes.BIND_TYPE, "parameter '" + parameter + "' is given " + given)
            .expected(found.get().toString(), given));
      }
      return found.filter(kind::isInstance).map(kind::cast);
    }

    /** Runs so many threads and waits. */
    public void threads(int count) {
      run(Geometry.threads(Integer.toString(count), WIDTH));
    }

    /** Runs so many threadgroups of so many threads each and waits. */
    public void threadgroups(int groups, int threadsPerThreadgroup) {
      run(Geometry.threadgroups(Integer.toString(groups), Integer.toString(threadsPerThreadgroup)));
    }

    /** Runs a grid of any form, in which expressions may name the fields of constants, and waits. */
    public void run(Geometry geometry) {
      problems.throwIfAny(InvalidCallException::new);
      Map<String, Buffer> buffers = new LinkedHashMap<>();
      try {
        arrays.forEach((parameter, values) -> buffers.put(parameter, filled(parameter, values)));
        bindings.geometry(geometry, threadgroupBytes);
        try (Encoder encoder = queue.encoder("raw")) {
          encoder.dispatch(pipeline, bindings, "raw");
          encoder.commit().await();
        }
        buffers.forEach(this::readBack);
      } finally {
        buffers.values().forEach(Buffer::close);
      }
    }

    private Buffer filled(String parameter, MemorySegment values) {
      Buffer buffer = backend.allocate(values.byteSize(), parameter);
      buffer.write(0, values);
      bindings.buffer(parameter, buffer.view(buffer(parameter).type(DType.F32)));
      return buffer;
    }

    private Parameter.Buffer buffer(String parameter) {
      return (Parameter.Buffer) pipeline.declaration().parameter(parameter).orElseThrow();
    }

    private void readBack(String parameter, Buffer buffer) {
      MemorySegment values = arrays.get(parameter);
      if (values != null && buffer(parameter).access().writes()) {
        buffer.read(0, values);
      }
    }
  }
}
