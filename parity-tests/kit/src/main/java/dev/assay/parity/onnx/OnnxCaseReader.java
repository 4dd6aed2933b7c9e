package dev.assay.parity.onnx;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.assay.models.ModelCodes;
import dev.assay.models.onnx.OnnxAttribute;
import dev.assay.parity.ParityCodes;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.op.Shape;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a case: {@code NAME.json} with the operator, its attributes and what its inputs and outputs are, and {@code
 * NAME.bin} with their values, little-endian and row-major, inputs before outputs, without padding. The files are not
 * trusted: every size is checked against the length of the file before anything is allocated by it.
 */
final class OnnxCaseReader {
  /** Types that ONNX has and Assay does not hold, as ONNX and as NumPy name them. */
  private static final Pattern FOREIGN_TYPES = Pattern.compile(
      "float64|double|complex(64|128)|(float|u?int)[2468]_?(e[0-9]m[0-9][a-z]*)?|object|str(ing)?");

  private static final Map<String, DType> TYPES = Map.ofEntries(
      Map.entry("float32", DType.F32), Map.entry("float16", DType.F16),
      Map.entry("bfloat16", DType.BF16), Map.entry("int8", DType.I8),
      Map.entry("int16", DType.I16), Map.entry("int32", DType.I32),
      Map.entry("int64", DType.I64), Map.entry("uint8", DType.U8),
      Map.entry("uint16", DType.U16), Map.entry("uint32", DType.U32),
      Map.entry("uint64", DType.U64), Map.entry("bool", DType.BOOL));

  private static final long MOST_VALUE_BYTES = 1L << 30;

  private final String name;
  private final JsonFile json;
  private final Path values;
  private final long fileBytes;
  private long used;

  private OnnxCaseReader(String name, JsonFile json, Path values, long fileBytes) {
    this.name = name;
    this.json = json;
    this.values = values;
    this.fileBytes = fileBytes;
  }

  /** A reader of the case of this name; {@code case.malformed} where one of its files is missing or no document. */
  static OnnxCaseReader open(Path folder, String name) throws IOException {
    Path values = folder.resolve(name + ".bin");
    JsonFile json = JsonFile.read(folder.resolve(name + ".json"));
    if (!Files.isRegularFile(values)) {
      throw new InvalidInputException(
          Problem.of(ParityCodes.CASE_MALFORMED, "the case has no file of values")
              .at(values.toString()));
    }
    return new OnnxCaseReader(name, json, values, Files.size(values));
  }

  /** The operator that the case is for. */
  String operator() {
    return json.text(json.root(), "op");
  }

  /**
   * The whole case; {@code case.malformed} where its files make none, {@code onnx.uncovered} where it needs an element
   * type that Assay does not hold. Called once.
   */
  OnnxCase read() throws IOException {
    JsonObject root = json.root();
    String named = json.text(root, "case");
    if (!named.equals(name)) {
      throw json.malformed("case", "the file's name " + name, named);
    }
    Map<String, OnnxAttribute> attributes = attributes(json.object(root, "attributes"));
    List<@Nullable Header> inputs = headers(json.array(root, "inputs"), "inputs");
    List<@Nullable Header> outputs = headers(json.array(root, "outputs"), "outputs");
    if (used != fileBytes) {
      throw new InvalidInputException(
          Problem
              .of(ParityCodes.CASE_MALFORMED, "the values have another length than the case says")
              .at(values.toString())
              .expected(used + " bytes", fileBytes + " bytes"));
    }
    byte[] bytes = Files.readAllBytes(values);
    if (bytes.length != used) {
      throw new InvalidInputException(
          Problem.of(ParityCodes.CASE_MALFORMED, "the file changed while it was read")
              .at(values.toString()));
    }
    MemorySegment memory = MemorySegment.ofArray(bytes).asReadOnly();
    checkBooleans(inputs, memory);
    checkBooleans(outputs, memory);
    List<CaseTensor> expected = new ArrayList<>();
    for (Header output : outputs) {
      if (output == null) {
        throw json.malformed("outputs", "values", "null");
      }
      expected.add(output.over(memory));
    }
    return new OnnxCase(name, operator(), attributes, inputs(root, inputs, memory), expected);
  }

  private void checkBooleans(List<@Nullable Header> headers, MemorySegment memory) {
    for (Header header : headers) {
      for (long i = 0; header != null && header.dtype() == DType.BOOL
          && i < header.shape().elements(); i++) {
        byte value = memory.get(ValueLayout.JAVA_BYTE, header.offset() + i);
        if (value != 0 && value != 1) {
          throw new InvalidInputException(
              Problem.of(ParityCodes.CASE_MALFORMED, "a bool is neither true nor false")
                  .at(values + ", value of " + header.name())
                  .expected("bytes of 0 or 1", value + " at " + i));
        }
      }
    }
  }

  /** The inputs by position of the node, whose names are empty where an input is left out and may come again. */
  private List<@Nullable CaseTensor> inputs(
      JsonObject root, List<@Nullable Header> headers, MemorySegment memory) {
    List<@Nullable CaseTensor> positions = new ArrayList<>();
    Map<String, CaseTensor> seen = new HashMap<>();
    int next = 0;
    for (JsonElement element : json.array(root, "node_inputs")) {
      String inputName = json.text(element, "node_inputs");
      CaseTensor again = seen.get(inputName);
      if (inputName.isEmpty() || again != null) {
        positions.add(again);
        continue;
      }
      Header header = next < headers.size() ? headers.get(next) : null;
      if (next == headers.size() || (header != null && !header.name().equals(inputName))) {
        throw json.malformed("node_inputs", "the names of the inputs in order",
            "'" + inputName + "' at " + positions.size());
      }
      CaseTensor value = header == null ? null : header.over(memory);
      if (value != null) {
        seen.put(inputName, value);
      }
      positions.add(value);
      next++;
    }
    if (next != headers.size()) {
      throw json.malformed("node_inputs", headers.size() + " names", next + " names");
    }
    return positions;
  }

  /**
   * What a value is and where it lies.
   *
   * @param name of the value
   * @param dtype of its elements
   * @param shape of it
   * @param offset of the first element in the file, in bytes
   */
  private record Header(String name, DType dtype, Shape shape, long offset) {
    CaseTensor over(MemorySegment memory) {
      return new CaseTensor(name, shape, Elements.over(dtype,
          memory.asSlice(offset, shape.elements() * dtype.sizeBytes())));
    }
  }

  private List<@Nullable Header> headers(JsonArray array, String field) {
    List<@Nullable Header> headers = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      JsonElement element = array.get(i);
      headers.add(element.isJsonNull() ? null : header(element, field + "[" + i + "]"));
    }
    return headers;
  }

  private Header header(JsonElement element, String field) {
    JsonObject object = json.object(element, field);
    String type = json.text(object, "dtype");
    DType dtype = TYPES.get(type);
    if (dtype == null && FOREIGN_TYPES.matcher(type).matches()) {
      throw new InvalidInputException(
          Problem.of(ModelCodes.ONNX_UNCOVERED, "element type " + type + " is not held")
              .at(json.place(field)));
    }
    if (dtype == null) {
      throw json.malformed(field + ".dtype", "a name of an element type", "'" + type + "'");
    }
    Shape shape = shape(json.array(object, "shape"), field + ".shape");
    long bytes = shape.elements() > MOST_VALUE_BYTES
        ? Long.MAX_VALUE
        : shape.elements() * dtype.sizeBytes();
    if (bytes > fileBytes - used || bytes > MOST_VALUE_BYTES) {
      throw json.malformed(field + ".shape",
          "at most the " + (fileBytes - used) + " bytes that are left of the values",
          dtype + shape.toString());
    }
    Header header = new Header(json.text(object, "name"), dtype, shape, used);
    used += bytes;
    return header;
  }

  private Shape shape(JsonArray array, String field) {
    long[] sizes = new long[array.size()];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = json.integer(array.get(i), field);
    }
    try {
      return Shape.of(sizes);
    } catch (InvalidCallException negativeOrHuge) {
      throw json.malformed(field, "sizes of 0 or more whose product fits", array.toString());
    }
  }

  private Map<String, OnnxAttribute> attributes(JsonObject object) {
    Map<String, OnnxAttribute> attributes = new LinkedHashMap<>();
    object.asMap()
        .forEach((name, value) -> attributes.put(name,
            json.attribute(value, "attributes." + name)));
    return attributes;
  }
}
