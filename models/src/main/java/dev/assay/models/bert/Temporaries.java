package dev.assay.models.bert;

import dev.assay.spi.op.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * Tensors that are wanted for one part of a computation only. A scope keeps what it made until it closes; without this
 * the intermediates of all layers would stay.
 */
final class Temporaries implements AutoCloseable {
  private final List<Tensor> tensors = new ArrayList<>();

  /** The tensor, to be closed with the others. */
  Tensor keep(Tensor tensor) {
    tensors.add(tensor);
    return tensor;
  }

  @Override
  public void close() {
    tensors.forEach(Tensor::close);
  }
}
