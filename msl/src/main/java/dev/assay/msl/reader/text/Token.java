package dev.assay.msl.reader.text;

/**
 * A token and where it stands.
 *
 * <p>For a token out of a macro's body the place is that of the outermost use of the macro, which is where an author
 * looks; {@link #offset()} and {@link #end()} then delimit the name used there. A token out of a macro's argument
 * keeps its own place.
 *
 * @param kind what it is
 * @param text as written, line splices removed
 * @param part the part it stands in
 * @param offset of its first UTF-16 unit in the part's text
 * @param end past its last unit in the part's text
 * @param line counted from 1, {@code #line} not applied
 * @param column in UTF-16 units, counted from 1
 * @param spaceBefore whether white space or a comment stands before it
 * @param startsLine whether it is the first of its line
 * @param fromMacro whether a macro's body or an operator {@code #} or {@code ##} made it
 */
public record Token(
    TokenKind kind,
    String text,
    SourcePart part,
    int offset,
    int end,
    int line,
    int column,
    boolean spaceBefore,
    boolean startsLine,
    boolean fromMacro) {

  /** Whether it is the punctuator, identifier or keyword {@code spelling}; never true of a literal. */
  public boolean is(String spelling) {
    return (kind == TokenKind.PUNCTUATOR || kind == TokenKind.IDENTIFIER) && text.equals(spelling);
  }

  /** Whether it is an identifier or keyword. */
  public boolean isIdentifier() {
    return kind == TokenKind.IDENTIFIER;
  }

  /** Where it stands. */
  public SourcePosition position() {
    return new SourcePosition(part.name(), line, column);
  }

  /** This token at the place of {@code use}, as a macro's expansion puts it. */
  public Token expandedAt(Token use, boolean space) {
    return new Token(kind, text, use.part, use.offset, use.end, use.line, use.column, space,
        use.startsLine, true);
  }

  /** This token with other white space before it. */
  public Token withSpaceBefore(boolean space) {
    return space == spaceBefore
        ? this
        : new Token(kind, text, part, offset, end, line, column, space, startsLine, fromMacro);
  }

  @Override
  public String toString() {
    return text;
  }
}
