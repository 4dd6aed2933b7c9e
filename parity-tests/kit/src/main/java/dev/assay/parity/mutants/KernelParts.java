package dev.assay.parity.mutants;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Parameter;
import dev.assay.spi.kernel.ReferenceDispatch;
import dev.assay.spi.kernel.Tolerance;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/** The places of a declaration at which something can be done otherwise. A field is named {@code params.length}. */
final class KernelParts {
  private KernelParts() {}

  static Stream<Parameter.Buffer> buffers(KernelDeclaration kernel) {
    return kernel.parameters()
        .stream()
        .filter(Parameter.Buffer.class::isInstance)
        .map(Parameter.Buffer.class::cast);
  }

  /** The buffers that are read and not written. */
  static List<Parameter.Buffer> inputs(KernelDeclaration kernel) {
    return buffers(kernel).filter(buffer -> !buffer.access().writes()).toList();
  }

  /** The inputs of a floating-point type in the first dtype. */
  static List<String> floats(KernelDeclaration kernel) {
    return inputs(kernel).stream()
        .filter(buffer -> buffer.type(firstDtype(kernel)).isFloat())
        .map(Parameter.Buffer::name)
        .toList();
  }

  static DType firstDtype(KernelDeclaration kernel) {
    return kernel.dtypes().iterator().next();
  }

  /** Whether the results for some dtype must be equal, bit for bit. */
  static boolean isExactForOne(KernelDeclaration kernel) {
    return kernel.dtypes()
        .stream()
        .anyMatch(dtype -> kernel.tolerance(dtype).equals(Tolerance.exact())
            || buffers(kernel).filter(buffer -> buffer.access().writes())
                .noneMatch(buffer -> buffer.type(dtype).isFloat()));
  }

  static boolean isBound(Parameter.Buffer buffer, ReferenceDispatch dispatch) {
    return buffer.gate() == null || dispatch.flag(buffer.gate());
  }

  /** The fields of all constants that are wanted. */
  static List<String> fields(KernelDeclaration kernel,
      BiPredicate<StructLayout, StructLayout.Field> wanted) {
    List<String> places = new ArrayList<>();
    for (Parameter parameter : kernel.parameters()) {
      if (parameter instanceof Parameter.Constant constant) {
        constant.layout()
            .fields()
            .stream()
            .filter(field -> wanted.test(constant.layout(), field))
            .forEach(field -> places.add(field.name().isEmpty()
                ? constant.name()
                : constant.name() + "." + field.name()));
      }
    }
    return places;
  }

  /** The constant of a field's place. */
  static String constantOf(String place) {
    int dot = place.indexOf('.');
    return dot < 0 ? place : place.substring(0, dot);
  }

  /** The field's name in its constant, empty for a lone scalar. */
  static String fieldOf(String place) {
    int dot = place.indexOf('.');
    return dot < 0 ? "" : place.substring(dot + 1);
  }

  /** Whether it is a lone integer. */
  static boolean isSize(StructLayout.Field field) {
    return !field.dtype().isFloat() && field.dtype() != DType.BOOL && field.scalars() == 1;
  }

  /** The next integer of the same type as this one. */
  static Optional<String> sizeAfter(StructLayout layout, String field) {
    List<StructLayout.Field> sizes =
        layout.fields().stream().filter(KernelParts::isSize).toList();
    for (int i = 0; i + 1 < sizes.size(); i++) {
      if (sizes.get(i).name().equals(field)
          && sizes.get(i).dtype() == sizes.get(i + 1).dtype()) {
        return Optional.of(sizes.get(i + 1).name());
      }
    }
    return Optional.empty();
  }

  /** The value with nothing but zeros in this field. */
  static StructValue zeroed(StructValue value, String name) {
    StructLayout.Field field = value.layout().field(name).orElseThrow();
    byte[] bytes = value.bytes().toArray(ValueLayout.JAVA_BYTE);
    int size = field.strideBytes() * Math.max(1, field.count());
    Arrays.fill(bytes, field.offsetBytes(), field.offsetBytes() + size, (byte) 0);
    return StructValue.over(value.layout(), MemorySegment.ofArray(bytes));
  }

  /** The value of a struct without this field: whoever asks for it fails. */
  static StructValue without(StructValue value, String name) {
    StructLayout.Builder layout = StructLayout.struct(value.layout().name());
    for (StructLayout.Field field : value.layout().fields()) {
      String known = field.name().equals(name) ? "hidden_" + name : field.name();
      if (field.count() > 0) {
        layout.array(known, field.dtype(), field.count());
      } else if (field.lanes() > 1) {
        layout.vector(known, field.dtype(), field.lanes(), field.packed());
      } else {
        layout.field(known, field.dtype());
      }
    }
    return StructValue.over(layout.build(), value.bytes());
  }
}
