package dev.assay.msl.reader.text;

/**
 * A place in the text as its author sees it.
 *
 * @param part name of the part
 * @param line counted from 1
 * @param column in UTF-16 units, counted from 1; 0 when the whole line is meant
 */
public record SourcePosition(String part, int line, int column) {

  @Override
  public String toString() {
    return part + ":" + line + ":" + column;
  }
}
