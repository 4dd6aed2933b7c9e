package dev.assay.cli;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.io.StringReader;

/** Reads JSON exactly as RFC 8259 has it: one document, no NaN, no comments. */
public final class StrictJson {
  private StrictJson() {}

  /** The document. */
  public static JsonElement parse(String document) {
    JsonReader reader = new JsonReader(new StringReader(document));
    reader.setStrictness(Strictness.STRICT);
    try {
      JsonElement element = new Gson().getAdapter(JsonElement.class).read(reader);
      if (reader.peek() != JsonToken.END_DOCUMENT) {
        throw new AssertionError("more than one document: " + document);
      }
      return element;
    } catch (IOException e) {
      throw new AssertionError("not JSON: " + document, e);
    }
  }
}
