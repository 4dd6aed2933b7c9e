package dev.assay.backend.metal;

import dev.assay.msl.reader.model.ArrayType;
import dev.assay.msl.reader.model.AtomicType;
import dev.assay.msl.reader.model.FunctionConstant;
import dev.assay.msl.reader.model.MslKernel;
import dev.assay.msl.reader.model.MslParameter;
import dev.assay.msl.reader.model.MslType;
import dev.assay.msl.reader.model.ParameterKind;
import dev.assay.msl.reader.model.PointerType;
import dev.assay.msl.reader.model.ScalarType;
import dev.assay.msl.reader.model.StructType;
import dev.assay.msl.reader.model.VectorType;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.Expr;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What the reader finds out about an entry point, as a declaration. */
final class RawDeclaration {
  private final Problems problems;

  private RawDeclaration(MslKernel kernel) {
    this.problems = new Problems("kernel '" + kernel.name() + "' at " + kernel.position());
  }

  /** The declaration of a kernel all of whose parameters are memory, scalars or structs of these. */
  static KernelDeclaration of(MslKernel kernel) {
    RawDeclaration reading = new RawDeclaration(kernel);
    List<Parameter> parameters = new ArrayList<>();
    kernel.bindings()
        .stream()
        .filter(parameter -> parameter.kind() != ParameterKind.THREADGROUP)
        .forEach(parameter -> reading.parameter(parameter).ifPresent(parameters::add));
    for (FunctionConstant constant : kernel.constants()) {
      reading.dtype(constant.type(), "function constant '" + constant.name() + "'")
          .ifPresent(type -> parameters.add(new Parameter.FunctionConstant(constant.name(), type)));
    }
    reading.problems.throwIfAny(InvalidCallException::new);
    return KernelDeclaration.raw(name(kernel.name()), parameters);
  }

  /** Names of kernels have no capitals; the entry point itself stands in the pipeline's key. */
  private static String name(String entryPoint) {
    String name = entryPoint.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_-]+", "_");
    return "raw:" + (Character.isLetter(name.charAt(0)) ? name : "k" + name);
  }

  private Optional<Parameter> parameter(MslParameter parameter) {
    String what = "parameter '" + parameter.name() + "'";
    if (!(parameter.resolved() instanceof PointerType pointer)
        || (parameter.kind() != ParameterKind.BUFFER
            && parameter.kind() != ParameterKind.CONSTANT)) {
      refuse(what, parameter.kind() + " " + parameter.type());
      return Optional.empty();
    }
    if (parameter.kind() == ParameterKind.CONSTANT && pointer.reference()) {
      return layout(pointer.pointee(), what)
          .map(layout -> new Parameter.Constant(parameter.name(), layout));
    }
    return element(pointer.pointee(), what)
        .map(type -> new Parameter.Buffer(parameter.name(), type,
            parameter.access() == dev.assay.msl.reader.model.Access.READ
                ? Access.READ
                : Access.READ_WRITE,
            new Expr.Literal(0), parameter.gate().orElse(null)));
  }

  /** The elements of a buffer: those of vectors one by one, structs as bytes. */
  private Optional<DType> element(MslType type, String what) {
    return switch (type) {
      case VectorType vector -> dtype(vector.element(), what);
      case AtomicType atomic -> dtype(atomic.element(), what);
      case ArrayType array -> element(array.element(), what);
      case StructType struct -> Optional.of(DType.U8);
      default -> dtype(type, what);
    };
  }

  private Optional<StructLayout> layout(MslType type, String what) {
    if (!(type instanceof StructType struct)) {
      return dtype(type, what).map(StructLayout::scalar);
    }
    StructLayout.Builder layout = StructLayout.struct(struct.name());
    for (StructType.Member member : struct.members()) {
      String field = what + ", field '" + member.name() + "'";
      switch (member.type()) {
        case VectorType vector -> dtype(vector.element(), field).ifPresent(
            lane -> layout.vector(member.name(), lane, vector.elements(), vector.packed()));
        case ArrayType array when array.length().isPresent() ->
            dtype(array.element(), field).ifPresent(element -> layout.array(member.name(), element,
                Math.toIntExact(array.length().getAsLong())));
        default -> dtype(member.type(), field).ifPresent(each -> layout.field(member.name(), each));
      }
    }
    if (struct.members().isEmpty() || struct.union()) {
      refuse(what, "struct " + struct.name());
    }
    return problems.isEmpty() ? Optional.of(layout.build()) : Optional.empty();
  }

  private Optional<DType> dtype(MslType type, String what) {
    Optional<DType> found = type instanceof ScalarType scalar
        ? Stream.of(DType.values())
            .filter(each -> each.mslName().equals(scalar.text()))
            .findFirst()
        : Optional.empty();
    if (found.isEmpty()) {
      refuse(what, type.text());
    }
    return found;
  }

  private void refuse(String what, String type) {
    problems.add(
        Problem.of(Codes.KERNEL_INVALID, what + " is of a type that cannot be bound by name alone")
            .expected("scalars, vectors and structs of these, in device or constant memory", type)
            .remedy("declare the kernel, or give the parameter another type"));
  }
}
