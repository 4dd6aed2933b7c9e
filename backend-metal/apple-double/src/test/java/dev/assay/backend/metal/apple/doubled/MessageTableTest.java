package dev.assay.backend.metal.apple.doubled;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.backend.metal.apple.objc.Message;
import dev.assay.backend.metal.apple.objc.Messages;
import dev.assay.backend.metal.apple.objc.Type;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every message that the driver can send has a method in the double, with the types that Apple publishes. */
class MessageTableTest {
  static List<Message> messages() {
    return Messages.all();
  }

  @ParameterizedTest
  @MethodSource("messages")
  void theDoubleAnswersTheMessageWithApplesTypes(Message message) {
    try (AppleDouble apple = AppleDouble.idle(DoubleOptions.M2)) {
      String types = apple.controls()
          .types(message.owner().replace("::", ""), message.selector())
          .orElseThrow(() -> new AssertionError("the double has no " + message));

      assertThat(kinds(types)).isEqualTo(wanted(message));
    }
  }

  private static String wanted(Message message) {
    StringBuilder kinds = new StringBuilder().append(kind(message.returns()));
    message.arguments().forEach(each -> kinds.append(kind(each)));
    return kinds.toString();
  }

  private static char kind(String apple) {
    return switch (Type.of(apple)) {
      case VOID -> 'v';
      case INTEGER -> 'Q';
      case POINTER -> '^';
      case BOOL -> 'B';
      case DOUBLE -> 'd';
      case SIZE -> 'S';
      case RANGE -> 'R';
    };
  }

  /** Objects and addresses of errors travel as pointers do. */
  private static String kinds(String types) {
    return types.replace('@', '^').replace('e', '^');
  }

  @Test
  void thereAreEnoughOfThem() {
    assertThat(Messages.all()).hasSizeGreaterThan(80);
  }
}
