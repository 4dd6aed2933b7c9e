package dev.assay.backend.metal.apple.objc;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.stream.Stream;

/**
 * A message with the types that Apple publishes for it. Its handle follows from those types, so what is passed cannot
 * differ from what is written here; and what is written here is compared with Apple's table by a test. A record, since
 * the virtual machine treats the handle of a constant record as a constant.
 *
 * @param owner the class or protocol, as Apple's C++ interface names it
 * @param selector its selector
 * @param returns the type of its result
 * @param arguments the types of its arguments
 * @param number its place among {@link Messages#all()}
 * @param handle calls {@code objc_msgSend}, whose address comes first, then receiver and selector
 */
public record Message(
    String owner,
    String selector,
    String returns,
    List<String> arguments,
    int number,
    MethodHandle handle) {

  private static final List<String> OWNING = List.of("new", "alloc", "copy", "init");

  /** Derives the handle. */
  static Message of(int number, String owner, String selector, String returns,
      String... arguments) {
    return new Message(owner, selector, returns, List.of(arguments), number,
        handle(Type.of(returns), Stream.of(arguments).map(Type::of).toList()));
  }

  @SuppressWarnings("restricted")
  private static MethodHandle handle(Type returns, List<Type> arguments) {
    MemoryLayout[] layouts = Stream
        .concat(Stream.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG),
            arguments.stream().map(type -> type.layout().orElseThrow()))
        .toArray(MemoryLayout[]::new);
    FunctionDescriptor descriptor = returns.layout()
        .map(layout -> FunctionDescriptor.of(layout, layouts))
        .orElseGet(() -> FunctionDescriptor.ofVoid(layouts));
    return Linker.nativeLinker().downcallHandle(descriptor);
  }

  /** Whether the result is the caller's to release, which Cocoa's rule reads off the first word of the selector. */
  public boolean returnsOwned() {
    return OWNING.stream()
        .anyMatch(word -> selector.startsWith(word)
            && (selector.length() == word.length()
                || !Character.isLowerCase(selector.charAt(word.length()))));
  }

  /** As in {@code -[MTLDevice newFence]}. */
  @Override
  public String toString() {
    return "-[" + owner.replace("::", "") + " " + selector + "]";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Message that && number == that.number;
  }

  @Override
  public int hashCode() {
    return number;
  }
}
