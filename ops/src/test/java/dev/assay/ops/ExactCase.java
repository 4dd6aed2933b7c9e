package dev.assay.ops;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.KernelCase;
import java.math.BigDecimal;
import java.math.BigInteger;

/** One case as independent computations read it: numbers without rounding, and positions one coordinate at a time. */
record ExactCase(KernelCase input) {
  /** What an element of an output must be. */
  sealed interface Expected {
    /** A real number, rounded to the type of the output. */
    record Real(double value) implements Expected {}

    /** A whole number, cut to the type of the output. */
    record Whole(BigInteger value) implements Expected {}

    /** The bits of this element. */
    record Same(Elements source, long index) implements Expected {}
  }

  /** The rule of a kernel. */
  @FunctionalInterface
  interface Rule {
    /** Element {@code i} of this output. */
    Expected at(ExactCase naive, String output, long i);
  }

  DType dtype() {
    return input.dtype();
  }

  long field(String name) {
    return params().getLong(name);
  }

  long[] fields(String name) {
    return params().getLongs(name);
  }

  StructValue params() {
    return input.constants().get("params");
  }

  boolean flag(String functionConstant) {
    return input.constants().get(functionConstant).getLong("") != 0;
  }

  Elements buffer(String name) {
    return input.inputs().get(name);
  }

  double value(String buffer, long i) {
    return buffer(buffer).getDouble(i);
  }

  BigDecimal exact(String buffer, long i) {
    Elements elements = buffer(buffer);
    return elements.dtype().isFloat()
        ? new BigDecimal(elements.getDouble(i))
        : new BigDecimal(whole(buffer, i));
  }

  BigInteger whole(String buffer, long i) {
    Elements elements = buffer(buffer);
    BigInteger bits = BigInteger.valueOf(elements.getLong(i));
    return elements.dtype() == DType.U64 && bits.signum() < 0
        ? bits.add(BigInteger.TWO.pow(64))
        : bits;
  }

  /** An element moved without change. */
  Expected same(String buffer, long i) {
    return new Expected.Same(buffer(buffer), i);
  }

  /** This number in the type of the kernel. */
  Expected number(BigDecimal value) {
    return dtype().isFloat()
        ? new Expected.Real(value.doubleValue())
        : new Expected.Whole(value.toBigInteger());
  }

  /** Coordinates of row-major index {@code i} in these sizes, from the last axis on. */
  static long[] coordinates(long i, long[] sizes) {
    long[] coordinates = new long[sizes.length];
    long rest = i;
    for (int d = sizes.length - 1; d >= 0; d--) {
      coordinates[d] = Math.floorMod(rest, sizes[d]);
      rest = Math.floorDiv(rest, sizes[d]);
    }
    return coordinates;
  }

  static long dot(long[] coordinates, long[] strides) {
    long sum = 0;
    for (int d = 0; d < coordinates.length; d++) {
      sum += coordinates[d] * strides[d];
    }
    return sum;
  }

  /** Where element {@code i} of {@code shape} lies under these strides. */
  long strided(long i, String shape, String strides) {
    return dot(coordinates(i, fields(shape)), fields(strides));
  }
}
