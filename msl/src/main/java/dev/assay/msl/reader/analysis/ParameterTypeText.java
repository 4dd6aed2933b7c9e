package dev.assay.msl.reader.analysis;

import dev.assay.msl.reader.model.MslType;
import dev.assay.msl.reader.model.PointerType;
import dev.assay.msl.reader.syntax.ParameterSyntax;
import dev.assay.msl.reader.syntax.TokenRange;
import dev.assay.msl.reader.syntax.TranslationUnit;
import dev.assay.msl.reader.text.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** How a report spells what a parameter holds. */
final class ParameterTypeText {

  private static final Set<String> DROPPED = Set.of(
      "const", "volatile", "coherent", "restrict", "__restrict", "__restrict__", "device",
      "constant", "threadgroup",
      "thread", "struct", "typename");

  private ParameterTypeText() {}

  /**
   * The spelling with template arguments put in: of the target for a pointer or reference, without qualifiers and
   * address space; where an alias hides the pointer, of the resolved target.
   */
  static String of(ParameterSyntax syntax, MslType type, Context context, TranslationUnit unit) {
    List<Token> tokens = new ArrayList<>(context.substitute(syntax.type()));
    int last = lastPointer(tokens);
    // An array among parameters is a pointer to its elements.
    boolean decayed = last < 0 && type instanceof PointerType && !syntax.arrays().isEmpty();
    if (type instanceof PointerType pointer && last < 0 && !decayed) {
      return pointer.pointee().text();
    }
    List<Token> target = last < 0 ? tokens : tokens.subList(0, last);
    if (lastPointer(target) < 0) {
      target = new ArrayList<>(target);
      target.removeIf(token -> DROPPED.contains(token.text()));
    }
    StringBuilder text = new StringBuilder(TokenLists.text(target));
    for (TokenRange length : syntax.arrays().subList(decayed ? 1 : 0, syntax.arrays().size())) {
      text.append('[').append(TokenLists.text(context.substitute(unit.tokens(length)))).append(']');
    }
    return text.toString();
  }

  private static int lastPointer(List<Token> tokens) {
    for (int i = tokens.size() - 1; i >= 0; i--) {
      Token token = tokens.get(i);
      if (token.is("*") || token.is("&") || token.is("&&")) {
        return i;
      }
      if (token.is(">") || token.is(")")) {
        return -1;
      }
    }
    return -1;
  }
}
