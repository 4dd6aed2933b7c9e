package dev.assay.ops.reference;

import dev.assay.spi.kernel.ReferenceDispatch;

/** Work on many elements as blocks that run in parallel and are long enough for bulk reads. */
public final class Blocks {
  private static final int LENGTH = 1024;

  private Blocks() {}

  /** What is done with a block. */
  @FunctionalInterface
  public interface Body {
    /** Handles {@code count} elements from {@code first}. */
    void accept(long first, int count);
  }

  /** Cuts {@code length} elements into blocks and runs {@code body} for each; blocks must be independent. */
  public static void forEach(ReferenceDispatch dispatch, long length, Body body) {
    dispatch.forEachRow(Math.ceilDiv(length, LENGTH), block -> {
      long first = block * LENGTH;
      body.accept(first, (int) Math.min(LENGTH, length - first));
    });
  }
}
