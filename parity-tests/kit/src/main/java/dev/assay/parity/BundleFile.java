package dev.assay.parity;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import dev.assay.parity.trial.CaseScope;
import dev.assay.parity.trial.TrialCase;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.FileReasons;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.KernelName;
import dev.assay.spi.kernel.Parameter;
import java.io.EOFException;
import java.io.IOException;
import java.io.StringReader;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Base64;
import java.util.EnumSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A bundle as a JSON file: kernel, mode, layout and the case with all of its arguments, so that it runs again when the
 * generator makes other cases. Golden cases are named by number. A file that is read is trusted in nothing: what it says
 * must fit the installed declaration, and its buffers must be of the lengths that follow from its constants.
 */
final class BundleFile {
  private static final int FORMAT = 1;
  private static final long MOST_BYTES = 64L << 20;
  /** The most bytes of one buffer that the constants of a bundle may ask for. */
  private static final long MOST_BUFFER_BYTES = 256L << 20;
  private static final int NO_GOLDEN = -1;

  private final Path file;
  private final JsonObject json;
  private final KernelCatalog catalog;

  private BundleFile(Path file, JsonObject json, KernelCatalog catalog) {
    this.file = file;
    this.json = json;
    this.catalog = catalog;
  }

  /** Writes the file as a whole or not at all. */
  static void write(Path file, Bundle trial) throws IOException {
    JsonObject json = new JsonObject();
    json.addProperty("format", FORMAT);
    json.addProperty("kernel", trial.kernel().name().toString());
    json.addProperty("dtype", trial.input().input().dtype().toString());
    json.addProperty("implementation", trial.implementation());
    json.addProperty("mode", trial.mode().id());
    json.addProperty("layout", trial.layout());
    json.addProperty("name", trial.input().name());
    json.addProperty("golden", trial.input().golden() == null
        ? NO_GOLDEN
        : trial.kernel().goldenCases().indexOf(trial.input().golden()));
    json.addProperty("nonFinite", trial.input().input().nonFinite());
    JsonObject constants = new JsonObject();
    trial.input()
        .input()
        .constants()
        .forEach((name, value) -> constants.addProperty(name, encode(value.bytes())));
    json.add("constants", constants);
    JsonObject inputs = new JsonObject();
    trial.input()
        .input()
        .inputs()
        .forEach((name, content) -> inputs.addProperty(name, encode(content.memory())));
    json.add("inputs", inputs);
    Path fresh = Files.createTempFile(file.toAbsolutePath().getParent(), "bundle", ".tmp");
    Files.writeString(fresh, json.toString());
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Reads a file that {@link #write} wrote, or anybody. */
  static Bundle read(Path file, KernelCatalog catalog) {
    try {
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        // A device has no end, and a pipe none until its writer is done.
        throw invalid(file, "it is no file", "a regular file", "something else", null);
      }
      if (Files.size(file) > MOST_BYTES) {
        throw invalid(file, "it is larger than any bundle",
            "at most " + MOST_BYTES + " bytes", Files.size(file) + " bytes", null);
      }
      JsonReader reader =
          new JsonReader(new StringReader(Files.readString(file, StandardCharsets.UTF_8)));
      reader.setStrictness(Strictness.STRICT);
      JsonElement json = JsonParser.parseReader(reader);
      if (reader.peek() != JsonToken.END_DOCUMENT) {
        throw new JsonParseException("more follows the object");
      }
      return new BundleFile(file, json.getAsJsonObject(), catalog).bundle();
    } catch (CharacterCodingException e) {
      // Its message is a length, which says nothing to a person.
      throw invalid(file, "it is no JSON object", "what a failed trial left",
          "bytes that are no UTF-8", e);
    } catch (MalformedJsonException | EOFException | JsonParseException
        | IllegalStateException e) {
      throw invalid(file, "it is no JSON object", "what a failed trial left",
          String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw invalid(file, "it cannot be read", "what a failed trial left",
          FileReasons.reading(e), e);
    }
  }

  private Bundle bundle() {
    if (integer("format") != FORMAT) {
      throw invalid("format", Integer.toString(FORMAT));
    }
    KernelDeclaration kernel;
    DType dtype = dtype();
    try {
      kernel = catalog.declaration(KernelName.of(text("kernel")), dtype);
    } catch (AssayException | IllegalArgumentException e) {
      throw invalid(file, "its kernel is not installed", "an installed kernel and dtype",
          text("kernel") + " (" + dtype + ")", e);
    }
    int layout = integer("layout");
    if (layout < 0) {
      throw invalid("layout", "0 or more");
    }
    JsonElement implementation = json.get("implementation");
    return new Bundle(kernel,
        implementation == null || implementation.isJsonNull() ? null : text("implementation"),
        mode(), layout, input(kernel, dtype));
  }

  private TrialCase input(KernelDeclaration kernel, DType dtype) {
    int golden = integer("golden");
    if (golden != NO_GOLDEN) {
      if (golden < 0 || golden >= kernel.goldenCases().size()
          || kernel.goldenCases().get(golden).input().dtype() != dtype) {
        throw invalid("golden", "a golden case of " + kernel + " (" + dtype + ")");
      }
      return TrialCase.golden(kernel, golden);
    }
    KernelCase input = KernelCase.labelled(text("name"), dtype);
    for (Parameter parameter : kernel.parameters()) {
      StructLayout layout = switch (parameter) {
        case Parameter.Constant constant -> constant.layout();
        case Parameter.FunctionConstant constant -> constant.layout();
        case Parameter.Buffer buffer -> null;
      };
      if (layout != null) {
        input = input.constant(parameter.name(), StructValue.over(layout,
            MemorySegment.ofArray(bytes("constants", parameter.name(), layout.sizeBytes()))));
      }
    }
    CaseScope scope = new CaseScope(input.constants());
    for (Parameter parameter : kernel.parameters()) {
      if (parameter instanceof Parameter.Buffer buffer && scope.has(buffer)) {
        long length = length(buffer, scope, buffer.type(dtype));
        if (buffer.access().reads()) {
          byte[] content = bytes("inputs", buffer.name(),
              Math.toIntExact(length * buffer.type(dtype).sizeBytes()));
          input = input.input(buffer.name(),
              Elements.over(buffer.type(dtype), MemorySegment.ofArray(content)));
        }
      }
    }
    return new TrialCase(text("name"),
        input.yieldingNonFinite(truth("nonFinite")), null);
  }

  private long length(Parameter.Buffer buffer, CaseScope scope, DType type) {
    try {
      long length = scope.touched(buffer);
      if (length <= MOST_BUFFER_BYTES / type.sizeBytes()) {
        return length;
      }
      throw invalid(file, "its constants ask for a buffer '" + buffer.name() + "' without measure",
          "at most " + MOST_BUFFER_BYTES + " bytes", length + " elements", null);
    } catch (ArithmeticException e) {
      throw invalid(file, "its constants give buffer '" + buffer.name() + "' no length",
          buffer.elements().toString(), String.valueOf(e.getMessage()), e);
    }
  }

  private DType dtype() {
    String text = text("dtype");
    return EnumSet.allOf(DType.class)
        .stream()
        .filter(dtype -> dtype.toString().equals(text))
        .findFirst()
        .orElseThrow(() -> invalid("dtype", "one of " + EnumSet.allOf(DType.class)));
  }

  private Mode mode() {
    String text = text("mode");
    return EnumSet.allOf(Mode.class)
        .stream()
        .filter(mode -> mode.id().equals(text))
        .findFirst()
        .orElseThrow(() -> invalid("mode",
            "one of " + EnumSet.allOf(Mode.class).stream().map(Mode::id).toList()));
  }

  private byte[] bytes(String group, String name, int atLeast) {
    JsonElement text = member(group).getAsJsonObject().get(name);
    if (text == null || !text.isJsonPrimitive()) {
      throw invalid(file, "it has no '" + name + "' among its " + group, "base64 text",
          String.valueOf(text), null);
    }
    try {
      byte[] bytes = Base64.getDecoder().decode(text.getAsString());
      if (group.equals("constants") ? bytes.length == atLeast : bytes.length >= atLeast) {
        return bytes;
      }
      throw invalid(file, "'" + name + "' among its " + group + " has another length",
          atLeast + " bytes", bytes.length + " bytes", null);
    } catch (IllegalArgumentException e) {
      throw invalid(file, "'" + name + "' among its " + group + " is no base64", "base64 text",
          String.valueOf(e.getMessage()), e);
    }
  }

  private String text(String name) {
    JsonElement value = member(name);
    if (value.isJsonPrimitive() && value.getAsJsonPrimitive().isString()) {
      return value.getAsString();
    }
    throw invalid(name, "a text");
  }

  private boolean truth(String name) {
    if (member(name) instanceof JsonPrimitive value && value.isBoolean()) {
      return value.getAsBoolean();
    }
    throw invalid(name, "true or false");
  }

  private int integer(String name) {
    try {
      return member(name).getAsBigDecimal().intValueExact();
    } catch (NumberFormatException | ArithmeticException | UnsupportedOperationException e) {
      throw invalid(name, "an integer");
    }
  }

  private JsonElement member(String name) {
    JsonElement value = json.get(name);
    if (value == null) {
      throw invalid(name, "a value");
    }
    return value;
  }

  private InvalidInputException invalid(String name, String expected) {
    return invalid(file, "its '" + name + "' is not right", expected,
        String.valueOf(json.get(name)), null);
  }

  private static InvalidInputException invalid(Path file, String what, String expected,
      String actual, @Nullable Throwable cause) {
    return new InvalidInputException(
        Problem.of(ParityCodes.BUNDLE_INVALID, "the file is no bundle of a failed trial: " + what)
            .at(file.toString())
            .expected(expected, actual)
            .remedy("give a file that a failed trial of this version left"),
        cause);
  }

  private static String encode(MemorySegment memory) {
    return Base64.getEncoder().encodeToString(memory.toArray(ValueLayout.JAVA_BYTE));
  }
}
