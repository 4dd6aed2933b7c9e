package acme.backend;

import dev.assay.spi.data.Bytes;
import dev.assay.backend.support.DevicePort;
import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.backend.HostWork;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Parameter;
import dev.assay.spi.kernel.ReferenceDispatch;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/** A device that works when a submission is committed, one row after the other, on memory in the Java heap. */
final class AcmePort implements DevicePort {
  static final String DEVICE = "Acme abacus";

  private record Beads(KernelDeclaration declaration, PipelineKey key) implements Pipeline {
    @Override
    public int threadsPerThreadgroup() {
      return 1024;
    }
  }

  private record Tray(byte[] bytes) implements Memory {
    @Override
    public void read(long offsetBytes, MemorySegment target) {
      Bytes.copy(MemorySegment.ofArray(bytes), offsetBytes, target, 0, target.byteSize());
    }

    @Override
    public void write(long offsetBytes, MemorySegment source) {
      Bytes.copy(source, 0, MemorySegment.ofArray(bytes), offsetBytes, source.byteSize());
    }

    @Override
    public void release() {}
  }

  @Override
  public String device() {
    return DEVICE;
  }

  @Override
  public DeviceProfile profile() {
    return DeviceProfile.APPLE7;
  }

  @Override
  public String language() {
    return "acme-beads";
  }

  @Override
  public boolean needsImplementation() {
    return false;
  }

  @Override
  public long memoryBudgetBytes() {
    return 1L << 28;
  }

  @Override
  public long compileCount() {
    return 0;
  }

  @Override
  public Memory allocate(long lengthBytes) {
    return new Tray(new byte[Math.toIntExact(lengthBytes)]);
  }

  @Override
  public Pipeline makePipeline(PipelineKey key, KernelDeclaration declaration, Implementation implementation) {
    return new Beads(declaration, key);
  }

  @Override
  public Queue newQueue(String label) {
    return new Queue() {
      @Override
      public Encoder encoder(String submission) {
        return new Strokes();
      }

      @Override
      public void release() {}
    };
  }

  @Override
  public void close() {}

  /** The dispatches of one submission. */
  private static final class Strokes implements Encoder {
    private final List<Stroke> strokes = new ArrayList<>();
    private Stroke next;

    @Override
    public void setPipeline(Pipeline pipeline) {
      next = new Stroke((Beads) pipeline);
    }

    @Override
    public void setBuffer(int parameter, Memory memory, long offsetBytes, long lengthBytes, Access access) {
      next.memory.put(parameter, MemorySegment.ofArray(((Tray) memory).bytes()).asSlice(offsetBytes, lengthBytes));
    }

    @Override
    public void setConstant(int parameter, MemorySegment packed, long lengthBytes) {
      Parameter.Constant constant = (Parameter.Constant) next.beads.declaration().parameters().get(parameter);
      next.constants.put(parameter, StructValue.over(constant.layout(), packed.asSlice(0, lengthBytes)));
    }

    @Override
    public void setLargeConstant(int parameter, MemorySegment packed, long lengthBytes) {
      setConstant(parameter, packed, lengthBytes);
    }

    @Override
    public void barrier() {}

    @Override
    public void host(List<HostRange> ranges, HostWork work, String description) {
      throw new UnsupportedOperationException("an abacus does what is moved on it");
    }

    @Override
    public void dispatch(Grid grid, String label) {
      next.label = label;
      strokes.add(next);
    }

    @Override
    public void commit(Completion completion) {
      long start = System.nanoTime();
      for (Stroke stroke : strokes) {
        try {
          stroke.beads.declaration().reference().run(stroke);
        } catch (RuntimeException failure) {
          completion.failed(FailureScope.QUEUE, stroke.label, failure);
          return;
        }
      }
      completion.completed(System.nanoTime() - start);
    }

    @Override
    public void discard() {
      strokes.clear();
    }
  }

  /** One dispatch. */
  private static final class Stroke implements ReferenceDispatch, dev.assay.spi.kernel.Expr.Scope {
    private final Beads beads;
    private final Map<Integer, MemorySegment> memory = new HashMap<>();
    private final Map<Integer, StructValue> constants = new HashMap<>();
    private String label;

    Stroke(Beads beads) {
      this.beads = beads;
    }

    @Override
    public dev.assay.spi.data.DType dtype() {
      return beads.key().dtype();
    }

    @Override
    public Elements buffer(String parameter) {
      Parameter.Buffer buffer = (Parameter.Buffer) beads.declaration().parameter(parameter).orElseThrow();
      return Elements.over(buffer.type(dtype()), memory.get(beads.declaration().parameters().indexOf(buffer)))
          .slice(0, buffer.elements().evaluate(this));
    }

    @Override
    public long fact(String name) {
      throw new IllegalArgumentException("a declaration knows no device, but names " + name);
    }

    @Override
    public StructValue constant(String parameter) {
      StructValue fixed = beads.key().functionConstants().get(parameter);
      return fixed != null
          ? fixed
          : constants.get(beads.declaration().parameters().indexOf(beads.declaration().parameter(parameter).orElseThrow()));
    }

    @Override
    public void forEachRow(long count, LongConsumer row) {
      for (long index = 0; index < count; index++) {
        row.accept(index);
      }
    }
  }
}
