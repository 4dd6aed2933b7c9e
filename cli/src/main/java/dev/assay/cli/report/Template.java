package dev.assay.cli.report;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Mustache;
import dev.assay.cli.output.Printable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A page with places to fill in. Whatever is filled in is text and never markup: names and messages come from plugins. */
final class Template {
  private final com.samskivert.mustache.Template compiled;

  /** The template of this file beside the class. A variable that the model lacks is an error when it is filled in. */
  Template(String file) {
    try (InputStream in = Template.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("the template " + file + " is not in the jar");
      }
      compiled = Mustache.compiler()
          .withEscaper(text -> Escapers.HTML.escape(Printable.lines(text)))
          .compile(new InputStreamReader(in, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The page of this model, whose components the places name. */
  String fill(Record model) {
    return compiled.execute(model);
  }
}
