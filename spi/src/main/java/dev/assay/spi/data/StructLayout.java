package dev.assay.spi.data;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apiguardian.api.API;

/**
 * Where the fields of a constant struct lie, by MSL's rules (Metal Shading Language Specification, "Alignment and
 * Size"): a scalar is aligned to its size, a vector of two or four to its whole size, a vector of three takes the room
 * of four, a {@code packed_} vector is aligned to its scalar, an array to its element; the struct is padded to its
 * widest alignment. A lone scalar parameter is a layout with one unnamed field. Immutable.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class StructLayout {
  private static final Set<Integer> LANES = Set.of(1, 2, 3, 4);
  private static final int LARGEST_BYTES = 1 << 30;

  /**
   * One field with its place.
   *
   * @param name the field's name in the source; empty for a lone scalar
   * @param dtype the scalar type
   * @param lanes 1 for a scalar, 2 to 4 for a vector
   * @param packed whether a vector is {@code packed_}
   * @param count the length of an array, 0 for none
   * @param offsetBytes the distance from the start of the struct
   */
  public record Field(
      String name,
      DType dtype,
      int lanes,
      boolean packed,
      int count,
      int offsetBytes) {
    int alignBytes() {
      return lanes == 1 || packed
          ? dtype.sizeBytes()
          : dtype.sizeBytes() * (lanes == 3 ? 4 : lanes);
    }

    /** The distance between elements of an array field, the size of any other. */
    public int strideBytes() {
      return dtype.sizeBytes() * (lanes == 3 && !packed ? 4 : lanes);
    }

    /** Scalars in this field: lanes times array length. */
    public int scalars() {
      return lanes * Math.max(1, count);
    }

    /** The offset of scalar {@code index} of this field, lanes first. */
    int scalarOffsetBytes(int index) {
      return offsetBytes + index / lanes * strideBytes() + index % lanes * dtype.sizeBytes();
    }
  }

  private final String name;
  private final List<Field> fields;
  private final int sizeBytes;
  private final int alignBytes;

  private StructLayout(String name, List<Field> fields) {
    this.name = name;
    this.fields = List.copyOf(fields);
    this.alignBytes = fields.stream().mapToInt(Field::alignBytes).max().orElse(1);
    Field last = fields.getLast();
    this.sizeBytes =
        roundUp(last.offsetBytes() + last.strideBytes() * Math.max(1, last.count()), alignBytes);
  }

  /** The layout of a lone scalar parameter, such as {@code constant uint &n}. */
  public static StructLayout scalar(DType dtype) {
    return new StructLayout("", List.of(new Field("", dtype, 1, false, 0, 0)));
  }

  /** Starts a struct with this name. */
  public static Builder struct(String name) {
    return new Builder(name);
  }

  /** The struct's name in the source; empty for a lone scalar. */
  public String name() {
    return name;
  }

  /** Whether this is a lone scalar. */
  public boolean isScalar() {
    return name.isEmpty();
  }

  /** The fields in order. */
  public List<Field> fields() {
    return fields;
  }

  /** The field of this name. */
  public Optional<Field> field(String fieldName) {
    for (Field field : fields) {
      if (field.name().equals(fieldName)) {
        return Optional.of(field);
      }
    }
    return Optional.empty();
  }

  /** Size including the padding at the end. */
  public int sizeBytes() {
    return sizeBytes;
  }

  /** Alignment of the whole. */
  public int alignBytes() {
    return alignBytes;
  }

  /** Starts a value of this layout. */
  public StructValue.Builder value() {
    return new StructValue.Builder(this);
  }

  @Override
  public boolean equals(Object other) {
    // Nearly always the very same: a kernel has one layout, which its callers use.
    return this == other || (other instanceof StructLayout that && name.equals(that.name)
        && fields.equals(that.fields));
  }

  @Override
  public int hashCode() {
    return 31 * name.hashCode() + fields.hashCode();
  }

  @Override
  public String toString() {
    return isScalar() ? fields.getFirst().dtype().mslName() : "struct " + name;
  }

  private static int roundUp(int value, int multiple) {
    return (value + multiple - 1) / multiple * multiple;
  }

  /** Builds a struct field by field, in the order of the source. */
  public static final class Builder {
    private final String name;
    private final List<Field> fields = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private int end;

    private Builder(String name) {
      if (name.isBlank()) {
        throw new IllegalArgumentException(
            "a struct has a name; StructLayout.scalar makes a lone scalar");
      }
      this.name = name;
    }

    /** A scalar field. */
    public Builder field(String fieldName, DType dtype) {
      return add(new Field(fieldName, dtype, 1, false, 0, 0));
    }

    /** An array of scalars of a fixed length, at least 1. The whole struct has at most 1 GiB. */
    public Builder array(String fieldName, DType dtype, int count) {
      if (count < 1) {
        throw new IllegalArgumentException("array " + fieldName + " has no element");
      }
      return add(new Field(fieldName, dtype, 1, false, count, 0));
    }

    /** A vector of 2 to 4 lanes, such as {@code float4}, or {@code packed_float3} when {@code packed}. */
    public Builder vector(String fieldName, DType dtype, int lanes, boolean packed) {
      if (lanes < 2 || !LANES.contains(lanes)) {
        throw new IllegalArgumentException("a vector has 2 to 4 lanes, not " + lanes);
      }
      return add(new Field(fieldName, dtype, lanes, packed, 0, 0));
    }

    private Builder add(Field field) {
      if (field.name().isBlank() || !names.add(field.name())) {
        throw new IllegalArgumentException(
            "struct " + name + ": field name '" + field.name() + "' is blank or doubled");
      }
      int offset = roundUp(end, field.alignBytes());
      long behind = offset + (long) field.strideBytes() * Math.max(1, field.count());
      if (behind > LARGEST_BYTES) {
        throw new IllegalArgumentException(
            "struct " + name + ": field '" + field.name() + "' ends at byte " + behind
                + ", beyond 1 GiB");
      }
      fields.add(new Field(field.name(), field.dtype(), field.lanes(), field.packed(),
          field.count(), offset));
      end = (int) behind;
      return this;
    }

    /** The finished layout; needs at least one field. */
    public StructLayout build() {
      if (fields.isEmpty()) {
        throw new IllegalArgumentException("struct " + name + " has no field");
      }
      return new StructLayout(name, fields);
    }
  }
}
