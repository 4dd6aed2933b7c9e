package dev.assay.msl.compiler;

import dev.assay.msl.reader.syntax.Declaration;
import dev.assay.msl.reader.syntax.StructSyntax;
import dev.assay.msl.reader.syntax.TranslationUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * A declaration outside function bodies, at whatever depth.
 *
 * @param declaration what is declared
 * @param home names the scope, two structs of one name apart
 * @param member whether it stands in a struct
 */
record Declared(Declaration declaration, String home, boolean member) {
  private static final int DEEPEST = 50;

  /** All declarations of a unit, members of structs behind their struct. */
  static List<Declared> in(TranslationUnit unit) {
    List<Declared> found = new ArrayList<>();
    for (Declaration declaration : unit.declarations()) {
      collect(unit, declaration, declaration.scope(), 0, found);
    }
    return found;
  }

  private static void collect(
      TranslationUnit unit, Declaration declaration, String home, int depth, List<Declared> into) {
    into.add(new Declared(declaration, home, depth > 0));
    if (declaration instanceof StructSyntax struct && depth < DEEPEST) {
      String inside = home + "::" + struct.name() + "@" + struct.range().from();
      for (Declaration member : unit.members(struct)) {
        collect(unit, member, inside, depth + 1, into);
      }
    }
  }
}
