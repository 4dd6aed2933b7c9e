package dev.assay.suite.msl;

import dev.assay.msl.reader.model.Access;
import dev.assay.msl.reader.model.ArrayType;
import dev.assay.msl.reader.model.FunctionConstant;
import dev.assay.msl.reader.model.MslKernel;
import dev.assay.msl.reader.model.MslParameter;
import dev.assay.msl.reader.model.MslType;
import dev.assay.msl.reader.model.ParameterKind;
import dev.assay.msl.reader.model.PointerType;
import dev.assay.msl.reader.model.StructType;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Parameter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** In what an entry point, as the reader sees it, differs from what its kernel declares. */
final class SignatureComparison {
  private final KernelDeclaration declaration;
  private final Implementation implementation;
  private final List<String> differences = new ArrayList<>();

  private SignatureComparison(KernelDeclaration declaration, Implementation implementation) {
    this.declaration = declaration;
    this.implementation = implementation;
  }

  /** Each difference in words; none where the two agree. */
  static List<String> differences(
      KernelDeclaration declaration, Implementation implementation, MslKernel kernel) {
    SignatureComparison comparison = new SignatureComparison(declaration, implementation);
    comparison.compare(kernel);
    return comparison.differences;
  }

  private void compare(MslKernel kernel) {
    Map<String, MslParameter> found = new HashMap<>();
    kernel.bindings()
        .stream()
        .filter(each -> each.kind() != ParameterKind.THREADGROUP)
        .forEach(each -> found.put(each.name(), each));
    Map<String, DType> constants = new HashMap<>();
    for (Parameter parameter : declaration.parameters()) {
      switch (parameter) {
        case Parameter.Buffer buffer -> buffer(buffer, found.remove(buffer.name()));
        case Parameter.Constant constant -> constant(constant, found.remove(constant.name()));
        case Parameter.FunctionConstant constant ->
            constants.put(constant.name(), constant.type());
      }
    }
    found.keySet().forEach(name -> differences.add("'" + name + "' is not declared"));
    for (FunctionConstant constant : kernel.constants()) {
      DType declared = constants.remove(constant.name());
      equal("function constant '" + constant.name() + "'",
          declared == null ? "none" : declared.mslName(), constant.type().text());
    }
    constants.keySet()
        .forEach(name -> differences.add("function constant '" + name + "' is not used"));
    equal("the number of threadgroup arguments", implementation.threadgroupMemoryBytes().size(),
        kernel.bindings()
            .stream()
            .filter(each -> each.kind() == ParameterKind.THREADGROUP)
            .count());
  }

  private void buffer(Parameter.Buffer declared, MslParameter found) {
    String name = "buffer '" + declared.name() + "'";
    if (found == null) {
      differences.add(name + " is missing");
      return;
    }
    equal("the kind of " + name, ParameterKind.BUFFER, found.kind());
    equal("the type of " + name, declared.type(implementation.dtype()).mslName(), found.type());
    equal("whether " + name + " is written", declared.access().writes(),
        found.access() != Access.READ);
    equal("the gate of " + name, String.valueOf(declared.gate()), found.gate().orElse("null"));
  }

  private void constant(Parameter.Constant declared, MslParameter found) {
    String name = "constant '" + declared.name() + "'";
    if (found == null || !(found.resolved() instanceof PointerType reference)) {
      differences.add(name + " is missing or no reference");
      return;
    }
    equal("the kind of " + name, ParameterKind.CONSTANT, found.kind());
    StructLayout layout = declared.layout();
    if (layout.isScalar()) {
      equal("the type of " + name, layout.fields().getFirst().dtype().mslName(), found.type());
    } else if (reference.pointee() instanceof StructType struct) {
      equal("the struct of " + name, layout.name(), struct.name());
      equal("the fields of " + name, fields(layout), fields(struct));
      equal("the size of " + name, (long) layout.sizeBytes(),
          struct.layout().orElseThrow().sizeBytes());
    } else {
      differences.add(name + " is no struct but " + found.type());
    }
  }

  private static List<String> fields(StructLayout layout) {
    return layout.fields()
        .stream()
        .map(field -> field.offsetBytes() + ": " + (field.packed() ? "packed_" : "")
            + field.dtype().mslName() + (field.lanes() > 1 ? field.lanes() : "")
            + (field.count() > 0 ? "[" + field.count() + "]" : "") + " " + field.name())
        .toList();
  }

  private static List<String> fields(StructType struct) {
    return struct.members()
        .stream()
        .map(member -> member.offsetBytes().orElse(-1L) + ": " + text(member.type()) + " "
            + member.name())
        .toList();
  }

  private static String text(MslType type) {
    return type instanceof ArrayType array
        ? array.element().text() + "[" + array.length().orElse(-1) + "]"
        : type.text();
  }

  private void equal(String what, Object declared, Object found) {
    if (!declared.toString().equals(found.toString())) {
      differences.add(what + ": declared " + declared + ", found " + found);
    }
  }
}
