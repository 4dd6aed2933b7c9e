package dev.assay.cli;

import com.google.gson.stream.JsonWriter;
import dev.assay.cli.output.Answer;
import dev.assay.cli.output.Printable;
import dev.assay.cli.output.TextTable;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Parameter;
import java.io.IOException;
import java.io.Writer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The kernels with their parameters and implementations.
 *
 * @param catalog all that is installed
 * @param asked whether a backend was there to ask
 * @param direct the implementations that its segments do not take, with the reason
 */
record KernelListing(KernelCatalog catalog, boolean asked, Map<Implementation, String> direct)
    implements Answer {
  private static final String NOBODY_ASKED = "no backend is usable here";

  @Override
  public void writeText(Writer out) throws IOException {
    TextTable table = new TextTable("KERNEL", "DTYPES", "PARAMETERS", "IMPLEMENTATIONS", "JAR");
    for (KernelCatalog.Kernel kernel : catalog.kernels()) {
      KernelDeclaration declaration = kernel.declaration();
      table.row(
          declaration.name().toString(),
          names(declaration.dtypes()),
          declaration.parameters()
              .stream()
              .map(KernelListing::describe)
              .collect(Collectors.joining(", ")),
          implementations(declaration),
          Printable.fileName(kernel.origin()));
    }
    table.write(out);
  }

  private String implementations(KernelDeclaration declaration) {
    List<KernelCatalog.Installed> installed = catalog.implementations(declaration.name());
    return installed.isEmpty()
        ? "reference"
        : installed.stream()
            .map(each -> each.implementation().name() + " (" + each.implementation().language()
                + ", " + each.implementation().dtype() + ")")
            .collect(Collectors.joining(", "));
  }

  private static String describe(Parameter parameter) {
    return switch (parameter) {
      case Parameter.Buffer buffer ->
          buffer.name() + ": " + buffer.access()
              + (buffer.gate() == null ? "" : " if " + buffer.gate());
      case Parameter.Constant constant -> constant.name() + ": constant";
      case Parameter.FunctionConstant constant -> constant.name() + ": function constant";
    };
  }

  @Override
  public void writeJson(JsonWriter out) throws IOException {
    out.beginObject().name("kernels").beginArray();
    for (KernelCatalog.Kernel kernel : catalog.kernels()) {
      KernelDeclaration declaration = kernel.declaration();
      out.beginObject();
      out.name("name").value(declaration.name().toString());
      out.name("jar").value(kernel.origin());
      out.name("dtypes");
      writeTypes(out, declaration.dtypes());
      out.name("parameters").beginArray();
      for (Parameter parameter : declaration.parameters()) {
        writeParameter(out, parameter, declaration);
      }
      out.endArray();
      out.name("implementations").beginArray();
      for (KernelCatalog.Installed installed : catalog.implementations(declaration.name())) {
        writeImplementation(out, installed);
      }
      out.endArray().endObject();
    }
    out.endArray().endObject();
  }

  private static void writeParameter(JsonWriter out, Parameter parameter,
      KernelDeclaration declaration)
      throws IOException {
    out.beginObject().name("name").value(parameter.name());
    switch (parameter) {
      case Parameter.Buffer buffer -> {
        DType fixed = buffer.fixedType();
        out.name("kind").value("buffer");
        out.name("types");
        writeTypes(out, fixed == null ? declaration.dtypes() : List.of(fixed));
        out.name("access").value(buffer.access().toString());
        if (buffer.gate() != null) {
          out.name("gate").value(buffer.gate());
        }
      }
      case Parameter.Constant constant -> writeConstant(out, "constant", constant.layout());
      case Parameter.FunctionConstant constant ->
          writeConstant(out, "function-constant", constant.layout());
    }
    out.endObject();
  }

  private static void writeConstant(JsonWriter out, String kind, StructLayout layout)
      throws IOException {
    String type = layout.isScalar() ? layout.fields().getFirst().dtype().toString() : layout.name();
    out.name("kind").value(kind);
    out.name("types").beginArray().value(type).endArray();
    out.name("access").value("read");
  }

  private void writeImplementation(JsonWriter out, KernelCatalog.Installed installed)
      throws IOException {
    Implementation implementation = installed.implementation();
    out.beginObject();
    out.name("name").value(implementation.name());
    out.name("language").value(implementation.language());
    out.name("dtype").value(implementation.dtype().toString());
    out.name("jar").value(installed.origin());
    String reason = asked ? direct.get(implementation) : NOBODY_ASKED;
    out.name("indirect").value(reason == null);
    out.name("reason").value(reason);
    out.endObject();
  }

  private static void writeTypes(JsonWriter out, Collection<DType> types) throws IOException {
    out.beginArray();
    for (DType type : types) {
      out.value(type.toString());
    }
    out.endArray();
  }

  private static String names(Collection<DType> types) {
    return types.stream().map(DType::toString).collect(Collectors.joining(" "));
  }
}
