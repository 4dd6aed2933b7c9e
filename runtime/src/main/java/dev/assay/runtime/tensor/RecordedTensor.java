package dev.assay.runtime.tensor;

import dev.assay.runtime.RuntimeCodes;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;

/** A tensor of a program that is being recorded: type and place, and no values until the program runs. */
final class RecordedTensor implements Tensor {
  private final RecordedMemory memory;
  private final TensorWindow window;
  private final boolean isView;

  private RecordedTensor(RecordedMemory memory, TensorWindow window, boolean isView) {
    this.memory = memory;
    this.window = window;
    this.isView = isView;
  }

  static RecordedTensor whole(RecordedMemory memory, DType dtype, Shape shape) {
    return new RecordedTensor(memory, TensorWindow.whole(dtype, shape), false);
  }

  RecordedMemory memory() {
    return memory;
  }

  TensorWindow window() {
    return window;
  }

  /** Whether it is all of its memory rather than a view of it. */
  boolean isWhole() {
    return !isView || (window.offset() == 0 && window.isDense()
        && window.extentBytes() == memory.lengthBytes());
  }

  @Override
  public DType dtype() {
    return window.dtype();
  }

  @Override
  public Shape shape() {
    return window.shape();
  }

  @Override
  public long[] strides() {
    return window.strides();
  }

  @Override
  public boolean isDense() {
    return window.isDense();
  }

  @Override
  public Tensor view(Shape viewShape, long[] viewStrides, long viewOffset) {
    memory.recorder().noteView();
    return new RecordedTensor(memory, window.view(viewShape, viewStrides, viewOffset, this), true);
  }

  @Override
  public Elements read() {
    throw new InvalidCallException(
        Problem
            .of(RuntimeCodes.PROGRAM_SYMBOLIC,
                "a tensor of a program that is being recorded has no values")
            .at("read of " + this)
            .remedy("make it an output and read the tensor that a run returns"));
  }

  /** Does nothing: the plan of the arena finds out by itself when memory is free again. */
  @Override
  public void close() {}

  @Override
  public String toString() {
    return dtype() + " " + shape() + " of " + memory.label();
  }
}
