package dev.assay.backend.metal.apple.objc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds every message that the driver sends against Apple's published interface. */
class SelectorAuditTest {
  private static final int SMALLEST_TABLE = 600;

  /** A line of a table of Apple's interface. */
  private record Published(String owner, String selector, String returns, List<String> arguments) {}

  /**
   * What the C++ interface writes differently although the message is the same: its {@code alloc} takes the class's name,
   * and {@code respondsToSelector:} the receiver.
   */
  private static final List<Published> AS_OBJECTIVE_C =
      List.of(new Published("NS::Object", "alloc", "_Class*", List.of()),
          new Published("NS::Object", "respondsToSelector:", "bool", List.of("SEL")));

  private static final List<Published> TABLE = read("selectors.tsv");
  private static final List<Published> NEWER = read("newer.tsv");

  private static List<Published> read(String name) {
    try (InputStream in = Objects.requireNonNull(
        SelectorAuditTest.class.getResourceAsStream("/metal-api/" + name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines()
          .skip(1)
          .map(line -> line.split("\t", -1))
          .map(cells -> new Published(cells[0], cells[1], cells[2],
              cells[3].isEmpty() ? List.of() : List.of(cells[3].split("; "))))
          .toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  static List<Message> messages() {
    return Messages.all();
  }

  @ParameterizedTest
  @MethodSource("messages")
  void eachMessageIsPublishedWithTheseTypes(Message message) {
    List<Published> known = new ArrayList<>(TABLE);
    known.addAll(NEWER);
    known.addAll(AS_OBJECTIVE_C);

    assertThat(known)
        .filteredOn(line -> line.owner().equals(message.owner())
            && line.selector().equals(message.selector()))
        .as("what Apple publishes of %s", message)
        .contains(new Published(message.owner(), message.selector(), message.returns(),
            message.arguments()));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void eachMessageTakesOneArgumentForEachColon(Message message) {
    assertThat(message.arguments())
        .hasSize((int) message.selector().chars().filter(each -> each == ':').count());
  }

  @ParameterizedTest
  @MethodSource("messages")
  void eachHandleHasTheTypesOfItsMessage(Message message) {
    List<Class<?>> expected = new ArrayList<>(List.of(MemorySegment.class));
    Type returns = Type.of(message.returns());
    if (returns == Type.SIZE || returns == Type.RANGE) {
      expected.add(java.lang.foreign.SegmentAllocator.class);
    }
    expected.addAll(List.of(long.class, long.class));
    message.arguments().forEach(argument -> expected.add(carrier(Type.of(argument))));

    assertThat(message.handle().type())
        .isEqualTo(MethodType.methodType(carrier(returns), expected));
  }

  private static Class<?> carrier(Type type) {
    return switch (type) {
      case VOID -> void.class;
      case INTEGER, POINTER -> long.class;
      case BOOL -> boolean.class;
      case DOUBLE -> double.class;
      case SIZE, RANGE -> MemorySegment.class;
    };
  }

  @Test
  void theTablesAreThereAndNoneIsSentTwice() {
    assertThat(TABLE).hasSizeGreaterThan(SMALLEST_TABLE);
    assertThat(Messages.all()).doesNotHaveDuplicates();
    assertThat(Messages.all().stream().map(Message::toString)).doesNotHaveDuplicates();
    Set<String> used = Messages.all()
        .stream()
        .map(message -> message.owner() + message.selector())
        .collect(Collectors.toSet());
    assertThat(NEWER).as("newer messages that are not sent")
        .allSatisfy(
            line -> assertThat(used).contains(line.owner() + line.selector()));
  }

  @Test
  void theTableIsCompleteAndInOrder() throws IllegalAccessException {
    List<Message> constants = new ArrayList<>();
    for (Field field : Messages.class.getDeclaredFields()) {
      if (field.getType() == Message.class) {
        constants.add((Message) Objects.requireNonNull(field.get(null)));
      }
    }
    assertThat(constants).isEqualTo(Messages.all());
    assertThat(Messages.all()).extracting(Message::number)
        .containsExactlyElementsOf(
            Stream.iterate(0, number -> number + 1).limit(Messages.all().size()).toList());
  }

  @Test
  void whatTheCallerOwnsFollowsFromTheName() {
    assertThat(Messages.all().stream().filter(Message::returnsOwned).map(Message::selector))
        .containsExactlyInAnyOrder("alloc", "init", "newLibraryWithSource:options:error:",
            "newComputePipelineStateWithDescriptor:options:reflection:error:",
            "newBufferWithLength:options:",
            "newBufferWithBytesNoCopy:length:options:deallocator:",
            "newCommandQueueWithMaxCommandBufferCount:",
            "newIndirectCommandBufferWithDescriptor:maxCommandCount:options:",
            "newBinaryArchiveWithDescriptor:error:", "newFence",
            "newResidencySetWithDescriptor:error:",
            "newFunctionWithName:constantValues:error:");
  }

  @Test
  void structsAreLaidOutAsApples() {
    assertThat(Structs.SIZE.byteSize()).isEqualTo(24);
    assertThat(Structs.SIZE.byteAlignment()).isEqualTo(8);
    assertThat(offsets(Structs.SIZE, "width", "height", "depth")).containsExactly(0L, 8L, 16L);
    assertThat(Structs.RANGE.byteSize()).isEqualTo(16);
    assertThat(offsets(Structs.RANGE, "location", "length")).containsExactly(0L, 8L);
  }

  private static List<Long> offsets(MemoryLayout layout, String... fields) {
    return Arrays.stream(fields)
        .map(field -> layout.byteOffset(MemoryLayout.PathElement.groupElement(field)))
        .toList();
  }

  @Test
  void aTypeThatNobodyHasLookedAtIsRefused() {
    assertThatThrownBy(() -> Type.of("MTL::Region")).isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("MTL::Region");
  }
}
