package dev.assay.backend.metal;

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
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.PluginException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Parameter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Holds an entry point, as the reader sees it, against what its kernel declares. */
final class EntryPointCheck {
  private final KernelDeclaration declaration;
  private final Implementation implementation;
  private final Problems problems;

  private EntryPointCheck(KernelDeclaration declaration, Implementation implementation) {
    this.declaration = declaration;
    this.implementation = implementation;
    this.problems = new Problems("entry point '" + implementation.entryPoint() + "' of source '"
        + implementation.source().name() + "', implementation '" + implementation.name() + "' of "
        + implementation.kernel() + " (" + implementation.dtype() + ")");
  }

  /** Throws every difference between the two in one {@link PluginException}. */
  static void requireEqual(KernelDeclaration declaration, Implementation implementation,
      MslKernel kernel) {
    EntryPointCheck check = new EntryPointCheck(declaration, implementation);
    check.compare(kernel);
    check.problems.throwIfAny(PluginException::new);
  }

  private void compare(MslKernel kernel) {
    Map<String, MslParameter> found = new LinkedHashMap<>();
    for (MslParameter parameter : kernel.bindings()) {
      if (parameter.kind() != ParameterKind.THREADGROUP) {
        found.put(parameter.name(), parameter);
        checkIndex(parameter);
      }
    }
    Map<String, DType> constants = new LinkedHashMap<>();
    for (Parameter parameter : declaration.parameters()) {
      switch (parameter) {
        case Parameter.Buffer buffer -> buffer(buffer, found.remove(buffer.name()));
        case Parameter.Constant constant -> constant(constant, found.remove(constant.name()));
        case Parameter.FunctionConstant constant ->
            constants.put(constant.name(), constant.type());
      }
    }
    found.keySet()
        .forEach(name -> differ("parameter '" + name + "' of the text is not declared"));
    for (FunctionConstant constant : kernel.constants()) {
      DType declared = constants.remove(constant.name());
      if (declared == null) {
        differ("function constant '" + constant.name() + "' of the text is not declared");
      } else {
        equal("the type of function constant '" + constant.name() + "'", declared.mslName(),
            constant.type().text());
      }
    }
    constants.keySet()
        .forEach(name -> differ("function constant '" + name + "' is not used by the text"));
    equal("the number of threadgroup arguments", implementation.threadgroupMemoryBytes().size(),
        kernel.bindings()
            .stream()
            .filter(each -> each.kind() == ParameterKind.THREADGROUP)
            .count());
  }

  /** Indices that are too high the reader refuses itself. */
  private void checkIndex(MslParameter parameter) {
    if (parameter.index().isEmpty()) {
      differ("the index of parameter '" + parameter.name() + "' is no constant in the text");
    }
  }

  private void buffer(Parameter.Buffer declared, @Nullable MslParameter found) {
    String name = "buffer '" + declared.name() + "'";
    if (found == null) {
      differ(name + " is missing from the text");
      return;
    }
    // Read-only data may as well be read through the constant address space.
    if (found.kind() != ParameterKind.BUFFER && found.kind() != ParameterKind.CONSTANT) {
      equal("the kind of " + name, ParameterKind.BUFFER, found.kind());
    }
    equal("the type of " + name, declared.type(implementation.dtype()).mslName(), found.type());
    equal("whether " + name + " is written", declared.access().writes(),
        found.access() != Access.READ);
    equal("the gate of " + name, String.valueOf(declared.gate()), found.gate().orElse("null"));
  }

  private void constant(Parameter.Constant declared, @Nullable MslParameter found) {
    String name = "constant '" + declared.name() + "'";
    if (found == null) {
      differ(name + " is missing from the text");
      return;
    }
    if (!(found.resolved() instanceof PointerType pointer)) {
      differ(name + " is neither reference nor pointer in the text");
      return;
    }
    equal("whether " + name + " is written", false, found.access() != Access.READ);
    StructLayout layout = declared.layout();
    if (layout.isScalar()) {
      equal("the type of " + name, layout.fields().getFirst().dtype().mslName(), found.type());
    } else if (pointer.pointee() instanceof StructType struct) {
      equal("the fields of " + name, fields(layout), fields(struct));
      equal("the size of " + name, Long.toString(layout.sizeBytes()),
          struct.layout().map(known -> Long.toString(known.sizeBytes())).orElse("unknown"));
    } else {
      differ(name + " is no struct in the text but " + found.type());
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
      problems.add(Problem.of(Codes.KERNEL_INVALID, "declaration and text disagree on " + what)
          .expected("as declared, " + declared, found.toString()));
    }
  }

  private void differ(String what) {
    problems.add(Problem.of(Codes.KERNEL_INVALID, what));
  }
}
