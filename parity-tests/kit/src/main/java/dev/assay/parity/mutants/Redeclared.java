package dev.assay.parity.mutants;

import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Parameter;
import dev.assay.spi.kernel.ReferenceFunction;
import java.util.List;

/** A kernel as it is declared, with another meaning or other golden cases. */
final class Redeclared {
  private Redeclared() {}

  /** A catalog of the kernel alone, with this reference function. */
  static KernelCatalog with(KernelDeclaration kernel, ReferenceFunction reference) {
    return with(kernel, reference, kernel.goldenCases());
  }

  /** The same with these golden cases. */
  static KernelCatalog with(KernelDeclaration kernel, ReferenceFunction reference,
      List<GoldenCase> goldenCases) {
    KernelDeclaration.Builder wrong = KernelDeclaration.named(kernel.name().toString())
        .work(kernel.work().toString())
        .reducedLength(kernel.reducedLength().toString())
        .numerics(kernel.numerics())
        .cases(kernel.cases())
        .reference(reference);
    for (Parameter parameter : kernel.parameters()) {
      switch (parameter) {
        case Parameter.Constant constant -> wrong.constant(constant.name(), constant.layout());
        case Parameter.FunctionConstant constant ->
            wrong.functionConstant(constant.name(), constant.type());
        case Parameter.Buffer buffer -> declare(wrong, buffer);
      }
    }
    kernel.inPlace()
        .forEach(pair -> wrong.inPlace(pair.output(), pair.input(), pair.condition().toString()));
    for (DType dtype : kernel.dtypes()) {
      wrong.dtype(dtype, kernel.tolerance(dtype));
    }
    goldenCases.forEach(wrong::golden);
    return KernelCatalog.builder().kernel(wrong.build(), "a mutant").build();
  }

  private static void declare(KernelDeclaration.Builder wrong, Parameter.Buffer buffer) {
    String elements = buffer.elements().toString();
    if (buffer.fixedType() == null) {
      wrong.buffer(buffer.name(), buffer.access(), elements);
    } else {
      wrong.buffer(buffer.name(), buffer.fixedType(), buffer.access(), elements);
    }
    if (buffer.gate() != null) {
      wrong.gatedBy(buffer.gate());
    }
  }
}
