package dev.assay.msl.reader.preprocess;

import dev.assay.msl.reader.expression.IntegerExpression;
import dev.assay.msl.reader.text.Token;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The expression of an {@code #if}: names left after expansion are 0, and the compiler's queries are answered. */
final class ConditionExpression extends IntegerExpression {

  private static final Set<String> QUERIES = Set.of(
      "__has_include",
      "__has_include_next",
      "__has_feature",
      "__has_extension",
      "__has_builtin",
      "__has_attribute",
      "__has_cpp_attribute",
      "__has_declspec_attribute",
      "__has_warning",
      "__is_identifier",
      "__is_target_os",
      "__is_target_arch",
      "__is_target_vendor",
      "__is_target_environment",
      "__is_target_variant_os");

  private static final int MAX_DEPTH = 256;

  ConditionExpression(List<Token> tokens) {
    super(tokens, MAX_DEPTH);
  }

  /** Whether the name asks the compiler something and takes an argument in parentheses. */
  static boolean isQuery(String name) {
    return QUERIES.contains(name);
  }

  @Override
  protected @Nullable Long identifier() {
    String name = tokens.get(at++).text();
    if (name.equals("true")) {
      return 1L;
    }
    if (!peek().equals("(")) {
      return 0L;
    }
    if (!isQuery(name)) {
      malformed();
      return null;
    }
    String argument = peek(1);
    int depth = 0;
    do {
      depth += peek().equals("(") ? 1 : peek().equals(")") ? -1 : 0;
      at++;
    } while (depth > 0 && at < tokens.size());
    return switch (name) {
      case "__has_attribute", "__has_cpp_attribute", "__is_identifier" -> 1L;
      case "__is_target_os" -> argument.equals("macos") || argument.equals("macosx") ? 1L : 0L;
      case "__is_target_vendor" -> argument.equals("apple") ? 1L : 0L;
      default -> 0L;
    };
  }
}
