package dev.assay.parity.mutants;

import dev.assay.spi.data.Bytes;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Parameter;
import dev.assay.spi.kernel.ReferenceDispatch;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** A way in which a declaration can be wrong that no wrong kernel shows, since both sides follow it. */
enum OracleOperator {
  /** The results stated by the golden cases are an element longer than what is written. */
  STATED_TOO_LONG {
    @Override
    KernelCatalog apply(KernelDeclaration kernel) {
      return Redeclared.with(kernel, kernel.reference(),
          kernel.goldenCases().stream().map(OracleOperator::lengthened).toList());
    }
  },
  /** The function is right on the golden cases, and gives NaN or the largest number on others. */
  RIGHT_ON_GOLDEN_ALONE {
    @Override
    KernelCatalog apply(KernelDeclaration kernel) {
      return Redeclared.with(kernel, dispatch -> {
        kernel.reference().run(dispatch);
        if (kernel.goldenCases().stream().noneMatch(golden -> isOf(dispatch, kernel, golden))) {
          KernelParts.buffers(kernel)
              .filter(
                  buffer -> buffer.access().writes() && KernelParts.isBound(buffer, dispatch))
              .map(buffer -> dispatch.buffer(buffer.name()))
              .filter(output -> output.length() > 0)
              .forEach(output -> output.slice(0, 1).memory().fill((byte) 0xFF));
        }
      });
    }

    @Override
    boolean appliesTo(KernelDeclaration kernel) {
      // On integers it is one more wrong number, which golden cases alone cannot tell from the right one.
      return KernelParts.buffers(kernel)
          .allMatch(buffer -> !buffer.access().writes()
              || isFloatForAll(kernel, buffer));
    }
  };

  /** The kernel with this wrong about it. */
  abstract KernelCatalog apply(KernelDeclaration kernel);

  /** Whether the kernel has what this changes. */
  boolean appliesTo(KernelDeclaration kernel) {
    return true;
  }

  /** The name in reports. */
  String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static boolean isFloatForAll(KernelDeclaration kernel, Parameter.Buffer buffer) {
    return kernel.dtypes().stream().map(buffer::type).allMatch(DType::isFloat);
  }

  private static GoldenCase lengthened(GoldenCase golden) {
    Map<String, Elements> longer = new LinkedHashMap<>();
    golden.expected().forEach((output, stated) -> {
      Elements more = Elements.zeros(stated.dtype(), stated.length() + 1);
      Bytes.copy(stated.memory(), more.slice(0, stated.length()).memory());
      longer.put(output, more);
    });
    return new GoldenCase(golden.input(), longer, golden.source());
  }

  private static boolean isOf(ReferenceDispatch dispatch, KernelDeclaration kernel,
      GoldenCase golden) {
    KernelCase input = golden.input();
    if (dispatch.dtype() != input.dtype()) {
      return false;
    }
    for (Map.Entry<String, StructValue> constant : input.constants().entrySet()) {
      if (!dispatch.constant(constant.getKey()).equals(constant.getValue())) {
        return false;
      }
    }
    List<Parameter.Buffer> inputs = KernelParts.inputs(kernel)
        .stream()
        .filter(buffer -> KernelParts.isBound(buffer, dispatch))
        .toList();
    return inputs.stream()
        .allMatch(buffer -> startsWith(
            Objects.requireNonNull(input.inputs().get(buffer.name())),
            dispatch.buffer(buffer.name()).memory()));
  }

  private static boolean startsWith(Elements whole, MemorySegment part) {
    return whole.memory().byteSize() >= part.byteSize()
        && whole.memory().asSlice(0, part.byteSize()).mismatch(part) < 0;
  }
}
