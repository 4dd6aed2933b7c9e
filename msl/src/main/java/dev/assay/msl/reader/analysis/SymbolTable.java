package dev.assay.msl.reader.analysis;

import dev.assay.msl.reader.syntax.AliasSyntax;
import dev.assay.msl.reader.syntax.Declaration;
import dev.assay.msl.reader.syntax.EnumSyntax;
import dev.assay.msl.reader.syntax.FunctionSyntax;
import dev.assay.msl.reader.syntax.StructSyntax;
import dev.assay.msl.reader.syntax.TranslationUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The names that a unit declares, and how they are found from a scope. */
final class SymbolTable {

  private static final int MAX_NESTING = 16;

  private final TranslationUnit unit;
  private final Map<String, List<Declaration>> byQualifiedName = new HashMap<>();
  private final Map<String, List<Declaration>> bySimpleName = new HashMap<>();
  private final Set<String> usedNamespaces = new LinkedHashSet<>();
  private final Map<String, String> namespaceAliases = new HashMap<>();
  private final IdentityHashMap<StructSyntax, List<Declaration>> members = new IdentityHashMap<>();

  SymbolTable(TranslationUnit unit) {
    this.unit = unit;
    for (Declaration declaration : unit.declarations()) {
      if (declaration instanceof AliasSyntax alias && alias.namespace()) {
        String target = TokenLists.text(alias.type());
        if (alias.name().isEmpty()) {
          usedNamespaces.add(target);
        } else {
          namespaceAliases.put(alias.name(), target);
        }
      } else {
        add(declaration.qualifiedName(), declaration);
        if (declaration instanceof EnumSyntax enumeration && !enumeration.scoped()) {
          for (EnumSyntax.Enumerator enumerator : enumeration.enumerators()) {
            String scope = enumeration.scope();
            add(scope.isEmpty() ? enumerator.name() : scope + "::" + enumerator.name(),
                enumeration);
          }
        }
      }
    }
  }

  private void add(String qualifiedName, Declaration declaration) {
    byQualifiedName.computeIfAbsent(qualifiedName, name -> new ArrayList<>()).add(declaration);
    int last = qualifiedName.lastIndexOf("::");
    String simple = last < 0 ? qualifiedName : qualifiedName.substring(last + 2);
    bySimpleName.computeIfAbsent(simple, name -> new ArrayList<>()).add(declaration);
  }

  /** Everything that a name, possibly qualified, means in {@code scope}; empty when it means nothing. */
  List<Declaration> find(String name, String scope) {
    if (name.startsWith("::")) {
      return find(name.substring(2), "");
    }
    String full = withoutAlias(name);
    for (String around = scope;; around = parent(around)) {
      List<Declaration> found = exact(around.isEmpty() ? full : around + "::" + full, 0);
      if (!found.isEmpty() || around.isEmpty()) {
        if (!found.isEmpty()) {
          return found;
        }
        break;
      }
    }
    for (String used : usedNamespaces) {
      List<Declaration> found = exact(used + "::" + full, 0);
      if (!found.isEmpty()) {
        return found;
      }
    }
    return List.of();
  }

  /** What any scope declares under a name without qualification. */
  List<Declaration> anywhere(String simpleName) {
    return bySimpleName.getOrDefault(simpleName, List.of());
  }

  /** The functions that a name means in {@code scope}, using declarations followed. */
  List<FunctionSyntax> functions(String name, String scope) {
    List<FunctionSyntax> functions = new ArrayList<>();
    for (Declaration declaration : find(name, scope)) {
      if (declaration instanceof FunctionSyntax function) {
        functions.add(function);
      } else if (declaration instanceof AliasSyntax alias
          && alias.range().to() > alias.range().from()) {
        for (Declaration target : byQualifiedName.getOrDefault(TokenLists.text(alias.type()),
            List.of())) {
          if (target instanceof FunctionSyntax function) {
            functions.add(function);
          }
        }
      }
    }
    return functions;
  }

  /** What a struct's body declares. */
  List<Declaration> members(StructSyntax struct) {
    return members.computeIfAbsent(struct, unit::members);
  }

  /** What a struct's body declares under {@code name}. */
  List<Declaration> members(StructSyntax struct, String name) {
    List<Declaration> found = new ArrayList<>();
    for (Declaration member : members(struct)) {
      boolean enumerates = member instanceof EnumSyntax enumeration
          && enumeration.enumerators().stream().anyMatch(each -> each.name().equals(name));
      if (member.name().equals(name) || enumerates) {
        found.add(member);
      }
    }
    return found;
  }

  private List<Declaration> exact(String qualifiedName, int nesting) {
    List<Declaration> found = byQualifiedName.get(qualifiedName);
    if (found != null) {
      return found;
    }
    int last = qualifiedName.lastIndexOf("::");
    if (last < 0 || nesting > MAX_NESTING) {
      return List.of();
    }
    String name = qualifiedName.substring(last + 2);
    for (Declaration outer : exact(qualifiedName.substring(0, last), nesting + 1)) {
      if (outer instanceof StructSyntax struct) {
        List<Declaration> inner = members(struct, name);
        if (!inner.isEmpty()) {
          return inner;
        }
      } else if (outer instanceof EnumSyntax enumeration
          && enumeration.enumerators().stream().anyMatch(each -> each.name().equals(name))) {
        return List.of(enumeration);
      }
    }
    return List.of();
  }

  private String withoutAlias(String name) {
    int first = name.indexOf("::");
    String target = first < 0 ? null : namespaceAliases.get(name.substring(0, first));
    return target == null ? name : target + name.substring(first);
  }

  private static String parent(String scope) {
    int last = scope.lastIndexOf("::");
    return last < 0 ? "" : scope.substring(0, last);
  }
}
