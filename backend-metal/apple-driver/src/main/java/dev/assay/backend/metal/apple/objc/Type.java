package dev.assay.backend.metal.apple.objc;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import java.util.Set;

/** How a value of one of Apple's types travels in a call. */
public enum Type {
  /** Nothing is returned. */
  VOID,
  /** A 64-bit integer: {@code NSUInteger}, and the enumerations that are one. */
  INTEGER,
  /** The address of an object, a block or memory; an integer to Java, so that no call allocates a segment. */
  POINTER,
  /** {@code bool}, 8 bits. */
  BOOL,
  /** {@code CFTimeInterval}, in seconds. */
  DOUBLE,
  /** {@code MTLSize} by value: width, height, depth. */
  SIZE,
  /** {@code NSRange} by value: location, length. */
  RANGE;

  private static final Set<String> INTEGERS = Set.of("NS::UInteger", "NS::Integer", "UInteger",
      "Integer", "uint64_t", "MTL::BarrierScope", "MTL::BindingAccess", "MTL::BindingType",
      "MTL::CommandBufferStatus", "MTL::DataType", "MTL::DispatchType", "MTL::GPUFamily",
      "MTL::IndirectCommandType", "MTL::LanguageVersion", "MTL::MathMode",
      "MTL::MathFloatingPointFunctions",
      "MTL::PipelineOption", "MTL::ResourceOptions", "MTL::ResourceUsage", "StringEncoding");

  /** Block types and names of strings, which do not look like the pointers that they are. */
  private static final Set<String> POINTERS =
      Set.of("const MTL::CommandBufferHandler", "NS::ErrorDomain", "SEL",
          "const MTL::AutoreleasedComputePipelineReflection*");

  /** Its layout; {@link #VOID} has none. */
  public Optional<MemoryLayout> layout() {
    return Optional.ofNullable(switch (this) {
      case VOID -> null;
      case INTEGER, POINTER -> ValueLayout.JAVA_LONG;
      case BOOL -> ValueLayout.JAVA_BOOLEAN;
      case DOUBLE -> ValueLayout.JAVA_DOUBLE;
      case SIZE -> Structs.SIZE;
      case RANGE -> Structs.RANGE;
    });
  }

  /**
   * The way of a type that is written as Apple's C++ interface writes it.
   *
   * @throws IllegalArgumentException where it is none of those that calls here use
   */
  public static Type of(String apple) {
    return switch (apple) {
      case "void" -> VOID;
      case "bool" -> BOOL;
      case "CFTimeInterval" -> DOUBLE;
      case "MTL::Size" -> SIZE;
      case "NS::Range" -> RANGE;
      default -> {
        if (INTEGERS.contains(apple)) {
          yield INTEGER;
        }
        if (apple.endsWith("*") || POINTERS.contains(apple)) {
          yield POINTER;
        }
        throw new IllegalArgumentException("no way to pass a " + apple + " is known");
      }
    };
  }
}
