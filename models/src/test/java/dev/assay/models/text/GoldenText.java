package dev.assay.models.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One line of the golden file; see the README beside it. */
record GoldenText(String name, String text, int fullLength, List<Integer> ids) {
  private static final Pattern LINE =
      Pattern.compile(
          "\\{\"name\":\"(\\w+)\",\"text\":\"(.*)\",\"fullLength\":(\\d+),\"ids\":\\[([\\d,]+)](,\"javascript\":.*)?}");

  static List<GoldenText> all() throws IOException {
    try (InputStream stream = GoldenText.class.getResourceAsStream("/golden/golden-tokens.jsonl")) {
      return new String(stream.readAllBytes(), StandardCharsets.US_ASCII).lines()
          .map(GoldenText::parse)
          .toList();
    }
  }

  private static GoldenText parse(String line) {
    Matcher matcher = LINE.matcher(line);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("not a line of the golden file: " + line);
    }
    List<Integer> ids =
        Arrays.stream(matcher.group(4).split(",", -1)).map(Integer::valueOf).toList();
    return new GoldenText(matcher.group(1), unescape(matcher.group(2)),
        Integer.parseInt(matcher.group(3)), ids);
  }

  private static String unescape(String json) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      if (c != '\\') {
        text.append(c);
        continue;
      }
      char kind = json.charAt(++i);
      switch (kind) {
        case 'b' -> text.append('\b');
        case 'f' -> text.append('\f');
        case 'n' -> text.append('\n');
        case 'r' -> text.append('\r');
        case 't' -> text.append('\t');
        case 'u' -> {
          text.append((char) Integer.parseInt(json.substring(i + 1, i + 5), 16));
          i += 4;
        }
        default -> text.append(kind);
      }
    }
    return text.toString();
  }

  @Override
  public String toString() {
    return name;
  }
}
