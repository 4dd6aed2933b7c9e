package dev.assay.parity.mutants;

import dev.assay.spi.data.Bytes;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Expr;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Parameter;
import dev.assay.spi.kernel.ReferenceDispatch;
import dev.assay.spi.kernel.Tolerance;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A way in which a kernel can be wrong: made of the right function and one thing that is done otherwise. Each is applied at
 * every place of the kernel that it knows.
 */
enum KernelOperator {
  /** The result is zeros. */
  ZEROS {
    @Override
    void run(KernelDeclaration kernel, String place, ReferenceDispatch dispatch) {
      afterwards(kernel, dispatch, output -> output.memory().fill((byte) 0));
    }
  },
  /** Every bit of the first element is set: NaN, or the largest of unsigned integers. */
  NAN {
    @Override
    void run(KernelDeclaration kernel, String place, ReferenceDispatch dispatch) {
      afterwards(kernel, dispatch, output -> output.slice(0, Math.min(1, output.length()))
          .memory()
          .fill((byte) 0xFF));
    }
  },
  /** The last bit of the last element is another one. */
  LAST_BIT {
    @Override
    void run(KernelDeclaration kernel, String place, ReferenceDispatch dispatch) {
      afterwards(kernel, dispatch, output -> flip(output, output.length() - 1));
    }
  },
  /** The last bit of an element in the middle is another one. */
  ONE_ELEMENT {
    @Override
    void run(KernelDeclaration kernel, String place, ReferenceDispatch dispatch) {
      afterwards(kernel, dispatch, output -> flip(output, output.length() / 2));
    }
  },
  /** Every element is off by nine tenths of what the tolerance allows it. */
  BIAS {
    @Override
    void run(KernelDeclaration kernel, String place, ReferenceDispatch dispatch) {
      afterwards(kernel, dispatch, output -> {
        for (long i = 0; output.dtype().isFloat() && i < output.length(); i++) {
          double right = output.getDouble(i);
          output.setDouble(i,
              right + SHARE * kernel.tolerance(dispatch.dtype()).bound(right, 1));
        }
      });
    }

    @Override
    List<String> places(KernelDeclaration kernel) {
      return KernelParts.buffers(kernel)
          .anyMatch(buffer -> buffer.access().writes()
              && buffer.type(KernelParts.firstDtype(kernel)).isFloat()
              && !kernel.tolerance(KernelParts.firstDtype(kernel)).equals(Tolerance.exact()))
                  ? super.places(kernel)
                  : List.of();
    }
  },
  /** The result lies one element further on. */
  SHIFTED_OUTPUT {
    @Override
    void run(KernelDeclaration kernel, String place, ReferenceDispatch dispatch) {
      afterwards(kernel, dispatch, output -> Bytes.copy(rotated(output).memory(), output.memory()));
    }
  },
  /** The first input is left where the result should be. */
  INPUT_FOR_RESULT {
    @Override
    void run(KernelDeclaration kernel, String place, ReferenceDispatch dispatch) {
      Elements input = dispatch.buffer(KernelParts.inputs(kernel).getFirst().name());
      afterwards(kernel, dispatch, output -> {
        long bytes = Math.min(output.memory().byteSize(), input.memory().byteSize());
        Bytes.copy(input.memory().asSlice(0, bytes), output.memory().asSlice(0, bytes));
      });
    }

    @Override
    List<String> places(KernelDeclaration kernel) {
      return KernelParts.inputs(kernel).isEmpty() ? List.of() : super.places(kernel);
    }
  },
  /** Half of the rows are done. */
  HALF_GRID {
    @Override
    void run(KernelDeclaration kernel, String place, ReferenceDispatch dispatch) {
      kernel.reference().run(WrongDispatch.rows(dispatch, count -> count / 2));
    }
  },
  /** The last row is not done. */
  LOST_TAIL {
    @Override
    void run(KernelDeclaration kernel, String place, ReferenceDispatch dispatch) {
      kernel.reference().run(WrongDispatch.rows(dispatch, count -> count - 1));
    }
  },
  /** An input is read from one element further on. */
  SHIFTED_INPUT {
    @Override
    void run(KernelDeclaration kernel, String place, ReferenceDispatch dispatch) {
      withInput(kernel, place, dispatch, KernelOperator::rotated);
    }

    @Override
    List<String> places(KernelDeclaration kernel) {
      return KernelParts.inputs(kernel)
          .stream()
          .filter(buffer -> !(buffer.elements() instanceof Expr.Literal))
          .map(Parameter.Buffer::name)
          .toList();
    }
  },
  /** An input is not bound: zeros are read. */
  DROPPED_BIND {
    @Override
    void run(KernelDeclaration kernel, String place, ReferenceDispatch dispatch) {
      withInput(kernel, place, dispatch, content -> Elements.zeros(content.dtype(),
          content.length()));
    }

    @Override
    List<String> places(KernelDeclaration kernel) {
      return KernelParts.inputs(kernel).stream().map(Parameter.Buffer::name).toList();
    }
  },
  /** A factor of log2 e is applied to an input once more. */
  SCALED_TWICE {
    @Override
    void run(KernelDeclaration kernel, String place, ReferenceDispatch dispatch) {
      withInput(kernel, place, dispatch, content -> {
        Elements scaled = Elements.zeros(content.dtype(), content.length());
        for (long i = 0; i < content.length(); i++) {
          scaled.setDouble(i, content.getDouble(i) / Math.log(2));
        }
        return scaled;
      });
    }

    @Override
    List<String> places(KernelDeclaration kernel) {
      return KernelParts.floats(kernel);
    }
  },
  /** An input is read in a coarser type. */
  COARSE_INPUT {
    @Override
    void run(KernelDeclaration kernel, String place, ReferenceDispatch dispatch) {
      withInput(kernel, place, dispatch, content -> {
        Elements coarse = Elements.zeros(DType.BF16, content.length());
        Elements widened = Elements.zeros(content.dtype(), content.length());
        for (long i = 0; i < content.length(); i++) {
          coarse.setDouble(i, content.getDouble(i));
          widened.setDouble(i, coarse.getDouble(i));
        }
        return widened;
      });
    }

    @Override
    List<String> places(KernelDeclaration kernel) {
      return KernelParts.inputs(kernel)
          .stream()
          .filter(buffer -> buffer.type(KernelParts.firstDtype(kernel)) == DType.F32)
          .map(Parameter.Buffer::name)
          .toList();
    }
  },
  /** A size is one less than given. */
  OFF_BY_ONE {
    @Override
    void run(KernelDeclaration kernel, String place, ReferenceDispatch dispatch) {
      withField(kernel, place, dispatch, (value, field) -> value.getLong(field) < 1
          ? value
          : value.with(field, value.getLong(field) - 1));
    }

    @Override
    List<String> places(KernelDeclaration kernel) {
      return KernelParts.fields(kernel, (layout, field) -> KernelParts.isSize(field));
    }
  },
  /** A field of a constant is read as zero. */
  ZERO_FIELD {
    @Override
    void run(KernelDeclaration kernel, String place, ReferenceDispatch dispatch) {
      withField(kernel, place, dispatch, KernelParts::zeroed);
    }

    @Override
    List<String> places(KernelDeclaration kernel) {
      return KernelParts.fields(kernel, (layout, field) -> true);
    }
  },
  /** A field of a constant is read where the one after it lies. */
  SWAPPED_FIELDS {
    @Override
    void run(KernelDeclaration kernel, String place, ReferenceDispatch dispatch) {
      withField(kernel, place, dispatch, (value, field) -> {
        String next = KernelParts.sizeAfter(value.layout(), field).orElseThrow();
        return value.with(field, value.getLong(next)).with(next, value.getLong(field));
      });
    }

    @Override
    List<String> places(KernelDeclaration kernel) {
      return KernelParts.fields(kernel,
          (layout, field) -> KernelParts.sizeAfter(layout, field.name()).isPresent());
    }
  },
  /** A function constant counts as zero: a part of a fused operation is left out. */
  IGNORED_FLAG {
    @Override
    void run(KernelDeclaration kernel, String place, ReferenceDispatch dispatch) {
      kernel.reference()
          .run(WrongDispatch.constants(dispatch, (name, value) -> name.equals(place)
              ? value.layout().value().build()
              : value));
    }

    @Override
    List<String> places(KernelDeclaration kernel) {
      return kernel.functionConstants().stream().map(Parameter::name).toList();
    }
  };

  private static final double SHARE = 0.9;

  /** Changes the value of a field. */
  @FunctionalInterface
  private interface Change {
    StructValue apply(StructValue value, String field);
  }

  /** Runs the kernel wrongly at this place. */
  abstract void run(KernelDeclaration kernel, String place, ReferenceDispatch dispatch);

  /** The places of this kernel at which something can be done otherwise; one that is empty is the whole kernel. */
  List<String> places(KernelDeclaration kernel) {
    return List.of("");
  }

  /** Whether it changes the result by so much, and of so many cases, that three golden cases must show it. */
  boolean isCoarse() {
    return switch (this) {
      case ZEROS, NAN, SHIFTED_OUTPUT, INPUT_FOR_RESULT, HALF_GRID, LOST_TAIL -> true;
      default -> false;
    };
  }

  /** Whether it changes so little that a tolerance allows it. */
  boolean isWithinTolerance() {
    return this == LAST_BIT || this == ONE_ELEMENT;
  }

  /** Whether it changes one field of a constant and nothing else. */
  boolean isOfField() {
    return this == OFF_BY_ONE || this == ZERO_FIELD;
  }

  /** The name in reports, such as {@code half-grid}. */
  String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static void afterwards(KernelDeclaration kernel, ReferenceDispatch dispatch,
      Consumer<Elements> change) {
    kernel.reference().run(dispatch);
    KernelParts.buffers(kernel)
        .filter(buffer -> buffer.access().writes() && KernelParts.isBound(buffer, dispatch))
        .forEach(buffer -> change.accept(dispatch.buffer(buffer.name())));
  }

  private static void withInput(KernelDeclaration kernel, String input,
      ReferenceDispatch dispatch, UnaryOperator<Elements> change) {
    Parameter.Buffer buffer = (Parameter.Buffer) kernel.parameter(input).orElseThrow();
    kernel.reference()
        .run(KernelParts.isBound(buffer, dispatch)
            ? WrongDispatch.buffer(dispatch, input, change.apply(dispatch.buffer(input)))
            : dispatch);
  }

  private static void withField(KernelDeclaration kernel, String place,
      ReferenceDispatch dispatch, Change change) {
    kernel.reference()
        .run(WrongDispatch.constants(dispatch,
            (name, value) -> name.equals(KernelParts.constantOf(place))
                ? change.apply(value, KernelParts.fieldOf(place))
                : value));
  }

  private static void flip(Elements output, long element) {
    if (output.length() > 0) {
      byte[] bits = output.slice(element, 1).memory().toArray(ValueLayout.JAVA_BYTE);
      bits[0] ^= 1;
      Bytes.copy(MemorySegment.ofArray(bits), output.slice(element, 1).memory());
    }
  }

  private static Elements rotated(Elements content) {
    Elements moved = Elements.zeros(content.dtype(), content.length());
    if (content.length() > 0) {
      long rest = content.length() - 1;
      Bytes.copy(content.slice(1, rest).memory(), moved.slice(0, rest).memory());
      Bytes.copy(content.slice(0, 1).memory(), moved.slice(rest, 1).memory());
    }
    return moved;
  }
}
