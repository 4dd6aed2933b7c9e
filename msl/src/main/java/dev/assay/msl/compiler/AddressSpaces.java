package dev.assay.msl.compiler;

import dev.assay.msl.reader.syntax.Declaration;
import dev.assay.msl.reader.syntax.FunctionSyntax;
import dev.assay.msl.reader.syntax.StructSyntax;
import dev.assay.msl.reader.syntax.TokenRange;
import dev.assay.msl.reader.syntax.TokenSpan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds the declarations that would be the same twice once address spaces are gone. */
final class AddressSpaces {
  private static final Set<String> KEYWORDS =
      Set.of("device", "constant", "thread", "threadgroup", "threadgroup_imageblock", "ray_data",
          "object_data");

  private final TokenSpan in;

  AddressSpaces(TokenSpan in) {
    this.in = in;
  }

  /** Whether an address space here qualifies a member function: it follows the parameters. */
  static boolean qualifiesMember(TokenSpan in, int i) {
    return in.is(i - 1, ")") || (in.is(i - 1, "const") && in.is(i - 2, ")"));
  }

  /** The ranges of all declarations that differ from an earlier one by address space alone. */
  List<TokenRange> clones(List<Declared> declarations) {
    Set<String> seen = new HashSet<>();
    List<TokenRange> clones = new ArrayList<>();
    for (Declared each : declarations) {
      Declaration declaration = each.declaration();
      TokenRange range = declaration.range();
      int head =
          switch (declaration) {
            case FunctionSyntax function when function.body() != null -> function.body().from();
            case FunctionSyntax function when each.member() -> range.to();
            case StructSyntax struct -> struct.body().from() - 1;
            default -> -1;
          };
      if (head >= 0) {
        Signature signature = signature(range.from(), head);
        String kind = declaration instanceof StructSyntax ? "struct" : "function";
        boolean defined = head < range.to();
        boolean first =
            seen.add(String.join(" ", each.home(), kind, defined ? "{" : ";", signature.text));
        if (!first && signature.spaced) {
          clones.add(range);
        }
      }
    }
    return clones;
  }

  private record Signature(String text, boolean spaced) {}

  private Signature signature(int from, int to) {
    StringBuilder text = new StringBuilder();
    boolean spaced = false;
    for (int i = from; i < to; i++) {
      String word = in.get(i).text();
      if (in.isAttribute(i)) {
        i = in.after(i) - 1;
      } else if (in.is(i, ":") && (in.is(i - 1, ")") || KEYWORDS.contains(in.get(i - 1).text()))) {
        break;
      } else if (KEYWORDS.contains(word)) {
        spaced = true;
        boolean keepsConst = word.equals("constant") && !qualifiesMember(in, i);
        text.append(keepsConst ? "const " : "");
      } else {
        text.append(word).append(' ');
      }
    }
    return new Signature(text.toString().replace("const const ", "const "), spaced);
  }
}
