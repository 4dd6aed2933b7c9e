package dev.assay.suite.parity;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Parameter;
import dev.assay.spi.kernel.ReferenceDispatch;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;

/** A way in which a kernel can be wrong; each is made of the right function and one thing that is done otherwise. */
enum MutationOperator {
  /** The result is zeros. */
  ZEROS {
    @Override
    void run(KernelDeclaration kernel, ReferenceDispatch dispatch) {
      afterwards(kernel, dispatch, output -> output.memory().fill((byte) 0));
    }
  },
  /** Every bit of the first element is set: NaN, or the largest of unsigned integers. */
  NAN {
    @Override
    void run(KernelDeclaration kernel, ReferenceDispatch dispatch) {
      afterwards(kernel, dispatch, output -> output.slice(0, Math.min(1, output.length()))
          .memory()
          .fill((byte) 0xFF));
    }
  },
  /** The last bit of the last element is another one. */
  LAST_BIT {
    @Override
    void run(KernelDeclaration kernel, ReferenceDispatch dispatch) {
      afterwards(kernel, dispatch, output -> flip(output, output.length() - 1));
    }
  },
  /** The last bit of an element in the middle is another one. */
  ONE_ELEMENT {
    @Override
    void run(KernelDeclaration kernel, ReferenceDispatch dispatch) {
      afterwards(kernel, dispatch, output -> flip(output, output.length() / 2));
    }
  },
  /** The result lies one element further on. */
  SHIFTED_OUTPUT {
    @Override
    void run(KernelDeclaration kernel, ReferenceDispatch dispatch) {
      afterwards(kernel, dispatch, output -> output.memory().copyFrom(rotated(output).memory()));
    }
  },
  /** Half of the rows are done. */
  HALF_GRID {
    @Override
    void run(KernelDeclaration kernel, ReferenceDispatch dispatch) {
      kernel.reference().run(new Rows(dispatch, count -> count / 2));
    }
  },
  /** The last row is not done. */
  LOST_TAIL {
    @Override
    void run(KernelDeclaration kernel, ReferenceDispatch dispatch) {
      kernel.reference().run(new Rows(dispatch, count -> count - 1));
    }
  },
  /** The first input is read from one element further on. */
  SHIFTED_INPUT {
    @Override
    void run(KernelDeclaration kernel, ReferenceDispatch dispatch) {
      String first = inputs(kernel, dispatch).getFirst();
      kernel.reference()
          .run(new Inputs(dispatch, name -> name.equals(first)
              ? rotated(dispatch.buffer(name))
              : dispatch.buffer(name)));
    }
  },
  /** The last input is not bound: zeros are read. */
  DROPPED_BIND {
    @Override
    void run(KernelDeclaration kernel, ReferenceDispatch dispatch) {
      String last = inputs(kernel, dispatch).getLast();
      kernel.reference()
          .run(new Inputs(dispatch, name -> name.equals(last)
              ? Elements.zeros(dispatch.buffer(name).dtype(), dispatch.buffer(name).length())
              : dispatch.buffer(name)));
    }
  },
  /** A size is one less than given. */
  OFF_BY_ONE {
    @Override
    void run(KernelDeclaration kernel, ReferenceDispatch dispatch) {
      kernel.reference()
          .run(new Constants(dispatch, value -> sizes(value).isEmpty()
              ? value
              : value.with(sizes(value).getFirst(), value.getLong(sizes(value).getFirst()) - 1)));
    }
  },
  /** The first two sizes are taken for each other. */
  SWAPPED_FIELDS {
    @Override
    void run(KernelDeclaration kernel, ReferenceDispatch dispatch) {
      kernel.reference().run(new Constants(dispatch, value -> {
        List<String> sizes = sizes(value);
        return sizes.size() < 2
            ? value
            : value.with(sizes.get(0), value.getLong(sizes.get(1)))
                .with(sizes.get(1), value.getLong(sizes.get(0)));
      }));
    }

    @Override
    boolean appliesTo(KernelDeclaration kernel) {
      return kernel.parameters()
          .stream()
          .anyMatch(parameter -> parameter instanceof Parameter.Constant constant
              && sizes(constant.layout()).size() > 1);
    }
  },
  /** The first input is left where the result should be. */
  INPUT_INSTEAD_OF_RESULT {
    @Override
    void run(KernelDeclaration kernel, ReferenceDispatch dispatch) {
      Elements input = dispatch.buffer(inputs(kernel, dispatch).getFirst());
      afterwards(kernel, dispatch, output -> {
        long bytes = Math.min(output.memory().byteSize(), input.memory().byteSize());
        output.memory().asSlice(0, bytes).copyFrom(input.memory().asSlice(0, bytes));
      });
    }
  };

  /** Runs the kernel wrongly. */
  abstract void run(KernelDeclaration kernel, ReferenceDispatch dispatch);

  /** Whether the kernel has what this changes. */
  boolean appliesTo(KernelDeclaration kernel) {
    return true;
  }

  /** Whether no tolerance can hide it. */
  boolean isCoarse() {
    return this != LAST_BIT && this != ONE_ELEMENT;
  }

  private static void afterwards(KernelDeclaration kernel, ReferenceDispatch dispatch,
      Consumer<Elements> change) {
    kernel.reference().run(dispatch);
    forEachBuffer(kernel, dispatch, (buffer, content) -> {
      if (buffer.access().writes()) {
        change.accept(content);
      }
    });
  }

  private static List<String> inputs(KernelDeclaration kernel, ReferenceDispatch dispatch) {
    List<String> names = new ArrayList<>();
    forEachBuffer(kernel, dispatch, (buffer, content) -> {
      if (!buffer.access().writes()) {
        names.add(buffer.name());
      }
    });
    return names;
  }

  private static void forEachBuffer(KernelDeclaration kernel, ReferenceDispatch dispatch,
      BiConsumer<Parameter.Buffer, Elements> action) {
    for (Parameter parameter : kernel.parameters()) {
      if (parameter instanceof Parameter.Buffer buffer
          && (buffer.gate() == null || dispatch.flag(buffer.gate()))) {
        action.accept(buffer, dispatch.buffer(buffer.name()));
      }
    }
  }

  private static void flip(Elements output, long element) {
    if (output.length() > 0) {
      byte[] bits = output.slice(element, 1).memory().toArray(ValueLayout.JAVA_BYTE);
      bits[0] ^= 1;
      output.slice(element, 1).memory().copyFrom(MemorySegment.ofArray(bits));
    }
  }

  private static Elements rotated(Elements content) {
    Elements moved = Elements.zeros(content.dtype(), content.length());
    if (content.length() > 0) {
      long rest = content.length() - 1;
      moved.slice(0, rest).memory().copyFrom(content.slice(1, rest).memory());
      moved.slice(rest, 1).memory().copyFrom(content.slice(0, 1).memory());
    }
    return moved;
  }

  private static List<String> sizes(StructValue value) {
    return sizes(value.layout());
  }

  private static List<String> sizes(StructLayout layout) {
    return layout.fields()
        .stream()
        .filter(field -> !field.dtype().isFloat() && field.dtype() != DType.BOOL
            && field.scalars() == 1)
        .map(StructLayout.Field::name)
        .toList();
  }

  /** A dispatch with another number of rows. */
  private record Rows(ReferenceDispatch right, LongUnaryOperator count) implements Forwarding {
    @Override
    public void forEachRow(long rows, LongConsumer row) {
      right.forEachRow(Math.max(0, count.applyAsLong(rows)), row);
    }
  }

  /** A dispatch with other buffers. */
  private record Inputs(ReferenceDispatch right, Function<String, Elements> buffers)
      implements Forwarding {
    @Override
    public Elements buffer(String parameter) {
      return Objects.requireNonNull(buffers.apply(parameter));
    }
  }

  /** A dispatch with other constants; function constants, which have no fields, stay. */
  private record Constants(ReferenceDispatch right, UnaryOperator<StructValue> change)
      implements Forwarding {
    @Override
    public StructValue constant(String parameter) {
      StructValue value = right.constant(parameter);
      return value.layout().equals(StructLayout.scalar(DType.BOOL)) ? value : change.apply(value);
    }

    @Override
    public boolean flag(String functionConstant) {
      return right.flag(functionConstant);
    }
  }

  /** What is not changed is the right dispatch's. */
  private interface Forwarding extends ReferenceDispatch {
    ReferenceDispatch right();

    @Override
    default DType dtype() {
      return right().dtype();
    }

    @Override
    default Elements buffer(String parameter) {
      return right().buffer(parameter);
    }

    @Override
    default StructValue constant(String parameter) {
      return right().constant(parameter);
    }

    @Override
    default void forEachRow(long rows, LongConsumer row) {
      right().forEachRow(rows, row);
    }
  }
}
