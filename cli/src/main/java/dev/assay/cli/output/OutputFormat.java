package dev.assay.cli.output;

import com.google.gson.stream.JsonWriter;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The two forms of standard output, both in UTF-8. */
public enum OutputFormat {
  /** For people; may change. */
  TEXT {
    @Override
    void write(Answer answer, Writer out) throws IOException {
      answer.writeText(out);
    }
  },
  /** One document for scripts. */
  JSON {
    @Override
    void write(Answer answer, Writer out) throws IOException {
      // Without lenience the writer refuses NaN and infinities, for which JSON has no form.
      JsonWriter json = new JsonWriter(out);
      json.setHtmlSafe(false);
      answer.writeJson(json);
      json.flush();
      out.write('\n');
    }
  };

  private static final String OPTION = "--format";

  abstract void write(Answer answer, Writer out) throws IOException;

  /** Writes the whole answer and flushes it, so that a closed or full output is an error here. */
  public void write(Answer answer, OutputStream out) throws IOException {
    Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    write(answer, writer);
    writer.flush();
  }

  /** The format of this name, {@code text} or {@code json}. */
  public static Optional<OutputFormat> named(String name) {
    return switch (name) {
      case "text" -> Optional.of(TEXT);
      case "json" -> Optional.of(JSON);
      default -> Optional.empty();
    };
  }

  /**
   * The format that the arguments ask for, read without regard to whether the rest makes sense: what is wrong with them
   * is to be said in this format.
   */
  public static OutputFormat askedFor(String... arguments) {
    OutputFormat format = TEXT;
    for (int i = 0; i < arguments.length && !arguments[i].equals("--"); i++) {
      String argument = arguments[i];
      if (argument.equals(OPTION) && i + 1 < arguments.length) {
        format = named(arguments[i + 1]).orElse(format);
      } else if (argument.startsWith(OPTION + "=")) {
        format = named(argument.substring(OPTION.length() + 1)).orElse(format);
      }
    }
    return format;
  }
}
