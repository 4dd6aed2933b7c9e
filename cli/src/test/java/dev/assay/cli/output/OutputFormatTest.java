package dev.assay.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.stream.JsonWriter;
import dev.assay.cli.StrictJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutputFormatTest {
  @ParameterizedTest
  @CsvSource({
    "embed x, TEXT",
    "--format json, JSON",
    "--format=json embed x, JSON",
    "embed --format json x, JSON",
    "embed --bogus --format json, JSON",
    "embed -- --format json, TEXT",
    "--format, TEXT",
    "--format xml, TEXT",
    "--format JSON, TEXT",
    "--format text embed --format json x, JSON",
    "--format=json kernels --format text --unheard-of, TEXT"})
  void isKnownEvenWhenTheOtherArgumentsMakeNoSense(String arguments, OutputFormat expected) {
    assertThat(OutputFormat.askedFor(arguments.split(" "))).isEqualTo(expected);
  }

  @Property
  void jsonKeepsEveryFloatToItsLastBit(@ForAll float value) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    OutputFormat.JSON.write(floatAnswer(value), out);
    String document = out.toString(StandardCharsets.UTF_8);
    assertThat(StrictJson.parse(document).getAsFloat()).isEqualTo(value);
  }

  @Test
  void jsonRefusesWhatItCannotExpress() {
    for (float value : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}) {
      assertThatThrownBy(
          () -> OutputFormat.JSON.write(floatAnswer(value), OutputStream.nullOutputStream()))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void isUtf8WhateverTheLocale() throws IOException {
    for (OutputFormat format : OutputFormat.values()) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      format.write(new TextAnswer("grüße 漢字 🙂"), out);
      assertThat(out.toString(StandardCharsets.UTF_8)).contains("grüße 漢字 🙂").endsWith("\n");
    }
  }

  @Test
  void anOutputThatFailsLateIsAnError() {
    for (OutputFormat format : OutputFormat.values()) {
      // Shorter than every buffer: only the flush reaches the stream.
      assertThatThrownBy(() -> format.write(new TextAnswer("short"), new FullStream()))
          .isInstanceOf(IOException.class)
          .hasMessage("no room");
    }
  }

  private static Answer floatAnswer(float value) {
    return new Answer() {
      @Override
      public void writeText(Writer out) {
        throw new AssertionError("not asked for");
      }

      @Override
      public void writeJson(JsonWriter out) throws IOException {
        out.value(value);
      }
    };
  }

  private record TextAnswer(String text) implements Answer {
    @Override
    public void writeText(Writer out) throws IOException {
      out.write(text + "\n");
    }

    @Override
    public void writeJson(JsonWriter out) throws IOException {
      out.value(text);
    }
  }

  private static final class FullStream extends OutputStream {
    @Override
    public void write(int value) throws IOException {
      throw new IOException("no room");
    }
  }
}
