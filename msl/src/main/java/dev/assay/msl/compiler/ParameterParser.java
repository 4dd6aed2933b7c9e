package dev.assay.msl.compiler;

import java.util.ArrayList;
import java.util.List;

/** Reads one parameter of a kernel: its name, its attributes and what sort of thing it binds. */
final class ParameterParser {
  private ParameterParser() {}

  static Outline.Parameter parse(TokenStream in, int from, int to) {
    List<Outline.Attribute> attributes = new ArrayList<>();
    StringBuilder type = new StringBuilder();
    String name = "";
    boolean indirect = false;
    boolean opaque = false;
    for (int i = from; i < to; i++) {
      if (in.isAttributeStart(i)) {
        attributes(in, i + 2, in.partner(i) - 1, attributes);
        i = in.partner(i);
        continue;
      }
      Token token = in.get(i);
      if (token.is("=")) {
        break;
      }
      if (token.is("[")) {
        i = in.partner(i);
        continue;
      }
      if (token.is("*") || token.is("&")) {
        indirect = true;
      }
      if (token.is("<") && in.isIdentifier(i - 1)) {
        int after = in.afterAngles(i, to);
        append(append(type, name), in.text(i, after));
        name = "";
        i = after - 1;
        continue;
      }
      if (token.isIdentifier()) {
        opaque |= isOpaque(token.text());
        append(type, name);
        name = token.text();
      } else {
        append(append(type, name), token.text());
        name = "";
      }
    }
    return new Outline.Parameter(name, type.toString(), List.copyOf(attributes), indirect, opaque);
  }

  private static StringBuilder append(StringBuilder type, String piece) {
    boolean words =
        !type.isEmpty()
            && !piece.isEmpty()
            && Character.isJavaIdentifierPart(type.charAt(type.length() - 1))
            && Character.isJavaIdentifierPart(piece.charAt(0));
    return type.append(words ? " " : "").append(piece);
  }

  private static boolean isOpaque(String word) {
    return word.startsWith("texture") || word.startsWith("depth2d") || word.startsWith("depthcube")
        || word.equals("sampler") || word.startsWith("acceleration_structure")
        || word.startsWith("instance_acceleration") || word.startsWith("primitive_acceleration")
        || word.startsWith("intersection_function_table")
        || word.startsWith("visible_function_table") || word.equals("render_grid")
        || word.equals("command_buffer") || word.startsWith("imageblock")
        || word.equals("tensor");
  }

  private static void attributes(
      TokenStream in, int from, int to, List<Outline.Attribute> attributes) {
    for (int i = from; i < to; i++) {
      if (!in.isIdentifier(i)) {
        continue;
      }
      String name = in.get(i).text();
      if (in.is(i + 1, "::")) {
        name = in.get(i + 2).text();
        i += 2;
      }
      String argument = "";
      if (in.is(i + 1, "(")) {
        int close = in.partner(i + 1);
        argument = in.text(i + 2, Math.min(close, to));
        i = close;
      }
      attributes.add(new Outline.Attribute(name, argument));
    }
  }
}
