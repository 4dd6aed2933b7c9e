package dev.assay.models.text;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import dev.assay.models.ModelCodes;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import java.io.IOException;
import java.io.StringReader;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A {@code tokenizer.json} looked at before the native library sees it: on some that contradict themselves the library ends
 * the whole process. What reaches it is written anew from what was understood here, so that the two cannot read
 * one text in two ways.
 */
final class TokenizerDefinition {
  private static final String TYPE = "type";
  private static final String MODEL = "model";
  private static final String ENDS = "post_processor";
  private static final String TEMPLATE = "TemplateProcessing";

  /** The parts of a BERT tokeniser, and the types that each may have. */
  private static final Map<String, Set<String>> PARTS = new TreeMap<>(Map.of(
      MODEL, Set.of("WordPiece"),
      "normalizer", Set.of("BertNormalizer"),
      "pre_tokenizer", Set.of("BertPreTokenizer"),
      ENDS, Set.of(TEMPLATE, "BertProcessing")));

  /** What is not used: texts are cut and padded elsewhere, and ids are never turned back into text. */
  private static final List<String> UNUSED = List.of("truncation", "padding", "decoder");

  private TokenizerDefinition() {}

  /** The definition for the library; {@code tokenizer.invalid} with everything that does not fit. */
  static String of(String text, String source) {
    JsonObject json = parse(text, source);
    UNUSED.forEach(json::remove);
    Problems problems = new Problems(source);
    PARTS.forEach((part, types) -> checkType(json, part, types, problems));
    if (TEMPLATE.equals(type(json.get(ENDS)))) {
      checkTemplate(json.getAsJsonObject(ENDS), problems);
    }
    problems.throwIfAny(InvalidInputException::new);
    return WellFormed.of(json.toString());
  }

  private static JsonObject parse(String text, String source) {
    JsonReader reader = new JsonReader(new StringReader(text));
    reader.setStrictness(Strictness.STRICT);
    try {
      JsonElement json = JsonParser.parseReader(reader);
      if (json.isJsonObject() && reader.peek() == JsonToken.END_DOCUMENT) {
        return json.getAsJsonObject();
      }
      throw new JsonParseException("it is no object, or more follows it");
    } catch (IOException | JsonParseException e) {
      Throwable stated = e.getCause() == null ? e : e.getCause();
      throw new InvalidInputException(
          Problem.of(ModelCodes.TOKENIZER_INVALID, "the tokeniser's definition is no JSON object")
              .at(source)
              .expected("a tokenizer.json of Hugging Face", String.valueOf(stated.getMessage())),
          e);
    }
  }

  private static void checkType(JsonObject json, String part, Set<String> types,
      Problems problems) {
    JsonElement value = json.get(part);
    boolean isAbsent = value == null || value.isJsonNull();
    String type = type(value);
    if (isAbsent ? part.equals(MODEL) : type == null || !types.contains(type)) {
      problems.add(Problem
          .of(ModelCodes.TOKENIZER_INVALID, "its " + part + " is not one of a BERT model")
          .expected("type " + String.join(" or ", types), isAbsent ? "none" : "type " + type));
    }
  }

  /** A template may name only special tokens that it defines. */
  private static void checkTemplate(JsonObject template, Problems problems) {
    Set<String> defined = new HashSet<>();
    if (template.get("special_tokens") instanceof JsonObject tokens) {
      defined.addAll(tokens.keySet());
    }
    for (String list : List.of("single", "pair")) {
      if (template.has(list) && template.get(list).isJsonArray()) {
        for (JsonElement piece : template.getAsJsonArray(list)) {
          if (piece instanceof JsonObject named
              && named.get("SpecialToken") instanceof JsonObject token
              && !defined.contains(text(token.get("id")))) {
            problems.add(Problem
                .of(ModelCodes.TOKENIZER_INVALID,
                    "its template names a special token that it does not define")
                .expected("one of " + defined, String.valueOf(token.get("id"))));
          }
        }
      }
    }
  }

  private static @Nullable String type(@Nullable JsonElement part) {
    return part instanceof JsonObject object ? text(object.get(TYPE)) : null;
  }

  private static @Nullable String text(@Nullable JsonElement value) {
    return value instanceof JsonPrimitive primitive && primitive.isString()
        ? primitive.getAsString()
        : null;
  }
}
