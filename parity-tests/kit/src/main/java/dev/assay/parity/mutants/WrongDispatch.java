package dev.assay.parity.mutants;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.ReferenceDispatch;
import java.util.function.BiFunction;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;

/** A dispatch as a reference function sees it, with one thing changed; the rest is the right dispatch's. */
abstract class WrongDispatch implements ReferenceDispatch {
  private final ReferenceDispatch right;

  private WrongDispatch(ReferenceDispatch right) {
    this.right = right;
  }

  /** With another content in one buffer. */
  static ReferenceDispatch buffer(ReferenceDispatch right, String parameter, Elements content) {
    return new WrongDispatch(right) {
      @Override
      public Elements buffer(String name) {
        return name.equals(parameter) ? content : super.buffer(name);
      }
    };
  }

  /** With other constants: {@code change} is given each one's name and value. */
  static ReferenceDispatch constants(ReferenceDispatch right,
      BiFunction<String, StructValue, StructValue> change) {
    return new WrongDispatch(right) {
      @Override
      public StructValue constant(String name) {
        return change.apply(name, super.constant(name));
      }
    };
  }

  /** With another number of rows. */
  static ReferenceDispatch rows(ReferenceDispatch right, LongUnaryOperator count) {
    return new WrongDispatch(right) {
      @Override
      public void forEachRow(long rows, LongConsumer row) {
        super.forEachRow(Math.max(0, count.applyAsLong(rows)), row);
      }
    };
  }

  @Override
  public DType dtype() {
    return right.dtype();
  }

  @Override
  public Elements buffer(String parameter) {
    return right.buffer(parameter);
  }

  @Override
  public StructValue constant(String parameter) {
    return right.constant(parameter);
  }

  // Not forwarded: the flag must follow a changed constant.

  @Override
  public void forEachRow(long count, LongConsumer row) {
    right.forEachRow(count, row);
  }
}
