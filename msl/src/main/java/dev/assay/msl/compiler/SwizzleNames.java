package dev.assay.msl.compiler;

import dev.assay.msl.reader.syntax.Declaration;
import dev.assay.msl.reader.syntax.StructSyntax;
import dev.assay.msl.reader.syntax.TranslationUnit;
import dev.assay.msl.reader.syntax.VariableSyntax;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Fields that are called like a swizzle. Uses of them are rewritten as those of a vector are, since
 * the text alone does not tell the two apart; so their structs answer as vectors do.
 */
final class SwizzleNames {
  private static final int DEEPEST = 50;

  private final Set<String> unanswered = new HashSet<>();

  /** Adds to each struct what answers for its fields. */
  SwizzleNames(TranslationUnit unit, List<Declared> declarations, TokenEdits edits) {
    for (Declared each : declarations) {
      if (each.declaration() instanceof StructSyntax struct) {
        answer(unit, struct, edits);
      }
    }
  }

  /** Whether a name of swizzle letters is also that of a field whose struct cannot answer for it. */
  boolean isLeftAlone(String letters) {
    return unanswered.contains(letters);
  }

  /** The lanes that a name of two to four letters of one set picks, such as {@code 0, 1}. */
  static Optional<String> lanes(String name) {
    if (name.length() < 2 || name.length() > 4) {
      return Optional.empty();
    }
    StringBuilder lanes = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      int lane = "xyzw".indexOf(name.charAt(i));
      lane = lane < 0 ? "rgba".indexOf(name.charAt(i)) : lane;
      if (lane < 0) {
        return Optional.empty();
      }
      lanes.append(i == 0 ? "" : ", ").append(lane);
    }
    return Optional.of(lanes.toString());
  }

  private void answer(TranslationUnit unit, StructSyntax struct, TokenEdits edits) {
    if (isUnnamed(struct)) {
      // It may have no functions. Where it is an anonymous member, the struct around it answers.
      return;
    }
    Map<String, String> answered = new LinkedHashMap<>();
    for (VariableSyntax field : fields(unit, struct, 0)) {
      // A bit-field has no reference, and a question one answer.
      Optional<String> lanes = lanes(field.name());
      if (lanes.isPresent()
          && (field.bitField() || answered.putIfAbsent(lanes.get(), field.name()) != null)) {
        unanswered.add(field.name());
      }
    }
    if (!answered.isEmpty()) {
      StringBuilder answers = new StringBuilder();
      answered.forEach(
          (lanes, field) -> answers.append("MSL_FIELD_AS_SWIZZLE(" + field + ", " + lanes + ") "));
      edits.replace(struct.body().to(), answers + "}");
    }
  }

  /** The fields of a struct and of its anonymous members. */
  private List<VariableSyntax> fields(TranslationUnit unit, StructSyntax struct, int depth) {
    List<VariableSyntax> fields = new ArrayList<>();
    List<Declaration> members = unit.members(struct);
    for (Declaration member : members) {
      if (member instanceof VariableSyntax field) {
        fields.add(field);
      } else if (member instanceof StructSyntax inner && isUnnamed(inner) && depth < DEEPEST) {
        List<VariableSyntax> within = fields(unit, inner, depth + 1);
        if (isAnonymous(inner, members)) {
          fields.addAll(within);
        } else {
          within.forEach(field -> unanswered.add(field.name()));
        }
      }
    }
    return fields;
  }

  private static boolean isUnnamed(StructSyntax struct) {
    return struct.name().startsWith("(");
  }

  private static boolean isAnonymous(StructSyntax struct, List<Declaration> siblings) {
    return siblings.stream()
        .noneMatch(
            each -> each instanceof VariableSyntax field
                && field.type().stream().anyMatch(token -> token.is(struct.name())));
  }
}
