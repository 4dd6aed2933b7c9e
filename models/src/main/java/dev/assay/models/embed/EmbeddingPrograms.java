package dev.assay.models.embed;

import dev.assay.models.bert.BertEncoder;
import dev.assay.models.text.TokenBatch;
import dev.assay.runtime.Assay;
import dev.assay.runtime.Program;
import dev.assay.spi.data.DType;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * From a batch of tokens to vectors, as one program for each shape of batch. The programs used last are kept; texts vary
 * in length, so their number is bounded. Thread-safe.
 */
final class EmbeddingPrograms implements AutoCloseable {
  static final int MOST_PROGRAMS = 16;

  private static final String IDS = "ids";
  private static final String MASK = "mask";
  private static final String WEIGHTS = "weights";
  private static final String VECTORS = "vectors";

  /** The shape of a batch. */
  private record Size(int rows, int columns) {}

  private final Assay assay;
  private final BertEncoder encoder;
  // In the order of last use.
  private final Map<Size, Program> programs = new LinkedHashMap<>(MOST_PROGRAMS, 0.75f, true);

  EmbeddingPrograms(Assay assay, BertEncoder encoder) {
    this.assay = assay;
    this.encoder = encoder;
  }

  /** Encodes the batch into the scope: vectors of length 1, [rows, hidden]. */
  Tensor run(TensorScope scope, TokenBatch batch) {
    Map<String, Tensor> inputs = Map.of(
        IDS, scope.tensor(batch.ids(), batch.rows(), batch.columns()),
        MASK, scope.tensor(BertEncoder.additive(batch.mask()), batch.rows(), 1, 1, batch.columns()),
        WEIGHTS, scope.tensor(Pooling.weights(batch), batch.rows(), 1, batch.columns()));
    // Encoding is short; holding the lock keeps a program from being evicted between finding and running it.
    synchronized (this) {
      Tensor vectors = program(batch.rows(), batch.columns()).run(scope, inputs).get(VECTORS);
      if (vectors == null) {
        throw new IllegalStateException("the program has no output '" + VECTORS + "'");
      }
      return vectors;
    }
  }

  /** The program for this shape of batch, recorded now if need be. */
  synchronized Program program(int rows, int columns) {
    Size size = new Size(rows, columns);
    Program known = programs.get(size);
    if (known != null) {
      return known;
    }
    if (programs.size() == MOST_PROGRAMS) {
      Map.Entry<Size, Program> oldest = programs.entrySet().iterator().next();
      programs.remove(oldest.getKey());
      oldest.getValue().close();
    }
    Program recorded = record(size);
    programs.put(size, recorded);
    return recorded;
  }

  private Program record(Size size) {
    return assay.record("embedding of " + size.rows() + " x " + size.columns() + " tokens",
        recorder -> {
          Tensor ids = recorder.input(IDS, DType.I32, Shape.of(size.rows(), size.columns()));
          Tensor mask =
              recorder.input(MASK, DType.F32, Shape.of(size.rows(), 1, 1, size.columns()));
          Tensor weights =
              recorder.input(WEIGHTS, DType.F32, Shape.of(size.rows(), 1, size.columns()));
          recorder.output(VECTORS,
              Pooling.apply(recorder, encoder.encode(recorder, ids, mask), weights));
        });
  }

  @Override
  public synchronized void close() {
    programs.values().forEach(Program::close);
    programs.clear();
  }
}
