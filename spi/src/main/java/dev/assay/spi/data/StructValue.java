package dev.assay.spi.data;

import dev.assay.spi.data.StructLayout.Field;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The packed value of a constant: every field set once, of the field's type and in its range; padding is zero. So a
 * length cannot read as 0 because a float's bits were written into it. Immutable.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class StructValue {
  private final StructLayout layout;
  private final byte[] bytes;
  private final MemorySegment view;

  private StructValue(StructLayout layout, byte[] bytes) {
    this.layout = layout;
    this.bytes = bytes;
    this.view = MemorySegment.ofArray(bytes).asReadOnly();
  }

  /** A lone integer scalar. */
  public static StructValue ofLong(DType dtype, long value) {
    return StructLayout.scalar(dtype).value().set("", value).build();
  }

  /** A lone floating-point scalar. */
  public static StructValue ofDouble(DType dtype, double value) {
    return StructLayout.scalar(dtype).value().set("", value).build();
  }

  /** The value that these packed bytes hold, {@code layout.sizeBytes()} of them. */
  public static StructValue over(StructLayout layout, MemorySegment packed) {
    if (packed.byteSize() != layout.sizeBytes()) {
      throw new IllegalArgumentException(
          packed.byteSize() + " bytes are no value of " + layout + ", which has "
              + layout.sizeBytes());
    }
    return new StructValue(layout, packed.toArray(ValueLayout.JAVA_BYTE));
  }

  /** The same value with another integer in this field, which must be in the field's range. */
  public StructValue with(String field, long value) {
    StructValue changed = new StructValue(layout, bytes.clone());
    changed.scalar(field, 0).setLong(0, value);
    return changed;
  }

  /** The layout. */
  public StructLayout layout() {
    return layout;
  }

  /** A read-only view of the packed bytes, {@code layout().sizeBytes()} of them. */
  public MemorySegment bytes() {
    return view;
  }

  /** The integer in this field. */
  public long getLong(String field) {
    return getLong(field, 0);
  }

  /** Scalar {@code index} (array element or lane) of this integer field. */
  public long getLong(String field, int index) {
    return getLong(field(field), index);
  }

  /** The same for a field of this value's layout that was looked up before. */
  public long getLong(Field field, int index) {
    int offset = field.scalarOffsetBytes(Objects.checkIndex(index, field.scalars()));
    return Elements.getLong(field.dtype(), view, offset);
  }

  /** The number in this field. */
  public double getDouble(String field) {
    return getDouble(field, 0);
  }

  /** Scalar {@code index} (array element or lane) of this field. */
  public double getDouble(String field, int index) {
    return scalar(field, index).getDouble(0);
  }

  /** All scalars of this integer array or vector field. */
  public long[] getLongs(String field) {
    return getLongs(field(field));
  }

  /** The same for a field of this value's layout that was looked up before. */
  public long[] getLongs(Field field) {
    long[] values = new long[field.scalars()];
    for (int i = 0; i < values.length; i++) {
      values[i] = getLong(field, i);
    }
    return values;
  }

  private Elements scalar(String field, int index) {
    Field found = field(field);
    int offset = found.scalarOffsetBytes(Objects.checkIndex(index, found.scalars()));
    return Elements.over(found.dtype(),
        MemorySegment.ofArray(bytes).asSlice(offset, found.dtype().sizeBytes()));
  }

  private Field field(String name) {
    return layout.field(name).orElseThrow(() -> new InvalidCallException(unknown(layout, name)));
  }

  private static Problem unknown(StructLayout layout, String name) {
    return Problem.of(Codes.CONSTANT_FIELD, layout + " has no field '" + name + "'")
        .remedy(NearestNames.advice(name, layout.fields().stream().map(Field::name).toList()));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StructValue that && layout.equals(that.layout)
        && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return 31 * layout.hashCode() + Arrays.hashCode(bytes);
  }

  /** The value of a lone scalar as text. */
  public String text() {
    String braced = toString();
    return layout.isScalar() ? braced.substring(1, braced.length() - 1) : braced;
  }

  /** The fields with their values, such as {@code {rows=2, eps=1.0E-5}}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("{");
    for (Field field : layout.fields()) {
      text.append(text.length() > 1 ? ", " : "")
          .append(field.name())
          .append(field.name().isEmpty() ? "" : "=");
      text.append(field.scalars() > 1 ? "[" : "");
      for (int i = 0; i < field.scalars(); i++) {
        Elements scalar = scalar(field.name(), i);
        text.append(i > 0 ? ", " : "");
        text.append(field.dtype().isFloat()
            ? String.valueOf(scalar.getDouble(0))
            : String.valueOf(scalar.getLong(0)));
      }
      text.append(field.scalars() > 1 ? "]" : "");
    }
    return text.append("}").toString();
  }

  /** Sets fields by name; what is wrong with any of them is reported together by {@link #build()}. Not thread-safe. */
  public static final class Builder {
    private final StructLayout layout;
    private final byte[] bytes;
    private final Set<String> set = new HashSet<>();
    private final Problems problems;

    Builder(StructLayout layout) {
      this.layout = layout;
      this.bytes = new byte[layout.sizeBytes()];
      this.problems = new Problems("constant " + layout);
    }

    /** Sets an integer or boolean field (booleans take 0 and 1). */
    public Builder set(String field, long value) {
      return setAll(field, new long[] {value});
    }

    /** Sets a floating-point field, rounded to its type. */
    public Builder set(String field, double value) {
      return setAll(field, new double[] {value});
    }

    /** Sets all scalars of a floating-point array or vector field, rounded to its type. */
    public Builder setAll(String field, double[] values) {
      Field found = claim(field, values.length);
      if (found == null) {
        return this;
      }
      if (!found.dtype().isFloat()) {
        wrongType(found, "the floating-point number " + values[0]);
        return this;
      }
      for (int i = 0; i < values.length; i++) {
        elements(found, i).setDouble(0, values[i]);
      }
      return this;
    }

    /** Sets all scalars of an integer array or vector field. */
    public Builder setAll(String field, long[] values) {
      Field found = claim(field, values.length);
      if (found == null) {
        return this;
      }
      if (found.dtype().isFloat()) {
        wrongType(found, "the integer " + values[0]);
        return this;
      }
      for (int i = 0; i < values.length; i++) {
        if (values[i] < found.dtype().minLong() || values[i] > found.dtype().maxLong()) {
          problems.add(outOfRange(found, values[i]));
        } else {
          elements(found, i).setLong(0, values[i]);
        }
      }
      return this;
    }

    /** The finished value; reports every wrong, doubled, unknown or missing field in one error. */
    public StructValue build() {
      for (Field field : layout.fields()) {
        if (!set.contains(field.name())) {
          problems.add(Problem.of(Codes.CONSTANT_FIELD,
              "field '" + field.name() + "' of " + layout + " is not set"));
        }
      }
      problems.throwIfAny(InvalidCallException::new);
      return new StructValue(layout, bytes.clone());
    }

    private @Nullable Field claim(String name, int scalars) {
      Field found = layout.field(name).orElse(null);
      if (found == null) {
        problems.add(unknown(layout, name));
        return null;
      }
      if (!set.add(name)) {
        problems.add(Problem.of(Codes.CONSTANT_FIELD,
            "field '" + name + "' of " + layout + " is set twice"));
        return null;
      }
      if (found.scalars() != scalars) {
        problems.add(Problem
            .of(Codes.CONSTANT_FIELD,
                "field '" + name + "' of " + layout + " takes another number of values")
            .expected(found.scalars() + " values", scalars + " values"));
        return null;
      }
      return found;
    }

    private Problem outOfRange(Field field, long value) {
      DType type = field.dtype();
      // A count too large for its field is the work's fault; a negative one or a boolean of 2 is the caller's.
      boolean tooMuch = type != DType.BOOL && value > type.maxLong();
      Problem problem = Problem
          .of(tooMuch ? Codes.INDEX_OVERFLOW : Codes.CONSTANT_FIELD,
              "field '" + field.name() + "' of " + layout + " cannot hold " + value)
          .expected(type.minLong() + " to " + type.maxLong() + " (" + type.mslName() + ")",
              Long.toString(value));
      return tooMuch ? problem.remedy("split the work into smaller dispatches") : problem;
    }

    private void wrongType(Field field, String actual) {
      problems.add(Problem
          .of(Codes.CONSTANT_FIELD,
              "field '" + field.name() + "' of " + layout + " has another type")
          .expected(field.dtype().mslName(), actual));
    }

    private Elements elements(Field field, int index) {
      return Elements.over(field.dtype(),
          MemorySegment.ofArray(bytes)
              .asSlice(field.scalarOffsetBytes(index), field.dtype().sizeBytes()));
    }
  }
}
