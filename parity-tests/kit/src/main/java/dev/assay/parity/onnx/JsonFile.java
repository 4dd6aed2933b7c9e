package dev.assay.parity.onnx;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import dev.assay.models.onnx.OnnxAttribute;
import dev.assay.parity.ParityCodes;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import java.io.EOFException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One JSON document of limited size, read strictly; what is not as expected is {@code case.malformed} with file and field. */
final class JsonFile {
  /** A hundred times the largest case of ONNX. */
  private static final int MOST_BYTES = 1 << 20;

  /** ONNX's number for the kind of attribute that is a list of floating-point numbers. */
  private static final int REALS = 6;

  /** ONNX's number for the kind of attribute that is a list of texts. */
  private static final int TEXTS = 8;

  private final Path file;
  private final JsonObject root;

  private JsonFile(Path file, JsonObject root) {
    this.file = file;
    this.root = root;
  }

  static JsonFile read(Path file) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      // A device has no end, and a pipe none until its writer is done.
      throw new InvalidInputException(
          Problem.of(ParityCodes.CASE_MALFORMED, "the case's description is no file")
              .at(file.toString())
              .expected("a regular file", "something else"));
    }
    long size = Files.size(file);
    if (size > MOST_BYTES) {
      throw new InvalidInputException(
          Problem.of(ParityCodes.CASE_MALFORMED, "the file is too long for a case")
              .at(file.toString())
              .expected("at most " + MOST_BYTES + " bytes", size + " bytes"));
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder()
          .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
          .toString();
      JsonReader reader = new JsonReader(new StringReader(text));
      reader.setStrictness(Strictness.STRICT);
      JsonElement element = new Gson().getAdapter(JsonElement.class).read(reader);
      if (!(element instanceof JsonObject object) || reader.peek() != JsonToken.END_DOCUMENT) {
        throw new JsonParseException("not one object");
      }
      return new JsonFile(file, object);
    } catch (JsonParseException | CharacterCodingException
        | MalformedJsonException | EOFException broken) {
      throw new InvalidInputException(
          Problem.of(ParityCodes.CASE_MALFORMED, "the file is no JSON document of a case")
              .at(file.toString())
              .expected("one JSON object in UTF-8", String.valueOf(broken.getMessage())),
          broken);
    }
  }

  JsonObject root() {
    return root;
  }

  String place(String field) {
    return file + ", field " + field;
  }

  InvalidInputException malformed(String field, String expected, String found) {
    return new InvalidInputException(
        Problem.of(ParityCodes.CASE_MALFORMED, "the case is damaged or of another format")
            .at(place(field))
            .expected(expected, found));
  }

  String text(JsonObject object, String field) {
    return text(object.get(field), field);
  }

  String text(@Nullable JsonElement element, String field) {
    if (element instanceof JsonPrimitive primitive && primitive.isString()) {
      return primitive.getAsString();
    }
    throw malformed(field, "a text", describe(element));
  }

  JsonArray array(JsonObject object, String field) {
    if (object.get(field) instanceof JsonArray array) {
      return array;
    }
    throw malformed(field, "a list", describe(object.get(field)));
  }

  JsonObject object(JsonObject object, String field) {
    return object(object.get(field), field);
  }

  JsonObject object(@Nullable JsonElement element, String field) {
    if (element instanceof JsonObject found) {
      return found;
    }
    throw malformed(field, "an object", describe(element));
  }

  long integer(JsonElement element, String field) {
    if (element instanceof JsonPrimitive primitive && isInteger(primitive)) {
      try {
        return Long.parseLong(primitive.getAsString());
      } catch (NumberFormatException beyond) {
        throw malformed(field, "an integer of 64 bits", describe(element));
      }
    }
    throw malformed(field, "an integer", describe(element));
  }

  /** A number written without point and exponent is an integer, as Python writes them; yes and no are 1 and 0. */
  OnnxAttribute attribute(JsonElement element, String field) {
    if (element instanceof JsonPrimitive primitive) {
      if (primitive.isBoolean()) {
        return new OnnxAttribute.Int(primitive.getAsBoolean() ? 1 : 0);
      }
      if (primitive.isString()) {
        return new OnnxAttribute.Text(primitive.getAsString());
      }
      return isInteger(primitive)
          ? new OnnxAttribute.Int(integer(primitive, field))
          : new OnnxAttribute.Real(primitive.getAsFloat());
    }
    if (!(element instanceof JsonArray list)) {
      throw malformed(field, "a number, a text or a list", describe(element));
    }
    List<Long> integers = new ArrayList<>();
    for (JsonElement entry : list) {
      if (!(entry instanceof JsonPrimitive primitive) || primitive.isBoolean()) {
        throw malformed(field, "a list of numbers or texts", describe(element));
      }
      if (primitive.isString()) {
        return new OnnxAttribute.Unread(TEXTS);
      }
      if (!isInteger(primitive)) {
        return new OnnxAttribute.Unread(REALS);
      }
      integers.add(integer(primitive, field));
    }
    return new OnnxAttribute.Ints(integers);
  }

  private static boolean isInteger(JsonPrimitive primitive) {
    return primitive.isNumber() && primitive.getAsString().matches("-?[0-9]+");
  }

  private static String describe(@Nullable JsonElement element) {
    if (element == null) {
      return "nothing";
    }
    String text = element.toString();
    return text.length() > 60 ? text.substring(0, 60) + "…" : text;
  }
}
