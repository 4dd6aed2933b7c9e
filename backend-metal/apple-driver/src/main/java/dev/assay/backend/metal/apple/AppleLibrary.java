package dev.assay.backend.metal.apple;

import dev.assay.backend.metal.apple.objc.Foundation;
import dev.assay.backend.metal.apple.objc.Messages;
import dev.assay.backend.metal.apple.objc.ObjectiveC;
import dev.assay.backend.metal.apple.objc.Owned;
import dev.assay.backend.metal.apple.objc.Pool;
import dev.assay.backend.metal.driver.FunctionConstantValue;
import dev.assay.backend.metal.driver.MetalFunction;
import dev.assay.backend.metal.driver.MetalLibrary;
import dev.assay.msl.reader.MslSource;
import dev.assay.spi.data.Bytes;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.MathMode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A compiled text. */
final class AppleLibrary implements MetalLibrary {
  /** The newest Metal of macOS 14, which has no math modes either. */
  private static final int MACOS_14_VERSION = 310;

  private final AppleDriver driver;
  private final String label;
  private final Owned library;

  private AppleLibrary(AppleDriver driver, String label, Owned library) {
    this.driver = driver;
    this.label = label;
    this.library = library;
  }

  /** Compiles a text. */
  static AppleLibrary compile(AppleDriver driver, String label, MslSource source,
      MathMode mathMode) {
    ObjectiveC objc = driver.objc();
    SourceText text = new SourceText(source);
    try (Pool _ = objc.openPool();
        Arena arena = Arena.ofConfined();
        Owned options = options(objc, source.metalVersion(), mathMode)) {
      MemorySegment error = Foundation.out(arena);
      long name = driver.foundation().string(label);
      Owned library = objc.own(Messages.NEW_LIBRARY,
          objc.send(Messages.NEW_LIBRARY, driver.deviceObject().id(),
              driver.foundation().string(text.text()), options.id(), error.address()));
      if (library == null) {
        throw text.invalid(label, driver.foundation().describe(Foundation.in(error)));
      }
      objc.tell(Messages.LIBRARY_LABEL, library.id(), name);
      return new AppleLibrary(driver, label, library);
    }
  }

  /**
   * The version is the one that the text was read by, else Metal's default would follow the system and the program that
   * runs Java; and Metal's default mode of arithmetic may assume that there are neither infinities nor NaNs.
   */
  private static Owned options(ObjectiveC objc, int metalVersion, MathMode mathMode) {
    boolean fast = mathMode == MathMode.FAST;
    Owned options = objc.newObject("MTLCompileOptions");
    boolean isMacOs15 = objc.takes(options.id(), Messages.SET_MATH_MODE);
    objc.tell(Messages.SET_LANGUAGE_VERSION, options.id(),
        languageVersion(isMacOs15 ? metalVersion : Math.min(metalVersion, MACOS_14_VERSION)));
    if (isMacOs15) {
      objc.tell(Messages.SET_MATH_MODE, options.id(),
          fast ? Values.MATH_MODE_FAST : Values.MATH_MODE_SAFE);
      objc.tell(Messages.SET_MATH_FUNCTIONS, options.id(),
          fast ? Values.MATH_FUNCTIONS_FAST : Values.MATH_FUNCTIONS_PRECISE);
    } else {
      objc.tell(Messages.SET_FAST_MATH, options.id(), fast);
    }
    return options;
  }

  /** {@code MTLLanguageVersion} of a version as in {@code __METAL_VERSION__}: 320 is 3.2. */
  static long languageVersion(int metalVersion) {
    return ((metalVersion / 100L) << Short.SIZE) + (metalVersion / 10) % 10;
  }

  @Override
  public MetalFunction newFunction(String name, List<FunctionConstantValue> constants) {
    String where = "function '" + name + "' of library '" + label + "'";
    requireDistinct(constants, where);
    ObjectiveC objc = driver.objc();
    try (Pool _ = objc.openPool();
        Arena arena = Arena.ofConfined();
        Owned values = objc.newObject("MTLFunctionConstantValues")) {
      for (FunctionConstantValue constant : constants) {
        set(values, constant, arena);
      }
      MemorySegment error = Foundation.out(arena);
      Owned function = objc.own(Messages.NEW_FUNCTION,
          objc.send(Messages.NEW_FUNCTION, library.id(), driver.foundation().string(name),
              values.id(), error.address()));
      if (function == null) {
        throw Refusal.nil("function", where,
            driver.foundation().describe(Foundation.in(error)));
      }
      return new AppleFunction(function);
    }
  }

  private static void requireDistinct(List<FunctionConstantValue> constants, String where) {
    Set<Integer> indices = new HashSet<>();
    for (FunctionConstantValue constant : constants) {
      if (!indices.add(constant.index())) {
        throw Refusal.call("function constant " + constant.index() + " is given twice", where);
      }
    }
  }

  private void set(Owned values, FunctionConstantValue constant, Arena arena) {
    StructValue value = constant.value();
    MemorySegment bytes = arena.allocate(Long.BYTES, Long.BYTES);
    Bytes.copy(value.bytes(), bytes);
    driver.objc()
        .tell(Messages.SET_CONSTANT, values.id(), bytes.address(),
            dataType(value.layout().fields().getFirst().dtype()), constant.index());
  }

  /** The {@code MTLDataType} of a scalar. */
  static long dataType(DType dtype) {
    return switch (dtype) {
      case F32 -> Values.DATA_TYPE_FLOAT;
      case F16 -> Values.DATA_TYPE_HALF;
      case BF16 -> Values.DATA_TYPE_BFLOAT;
      case I8 -> Values.DATA_TYPE_CHAR;
      case I16 -> Values.DATA_TYPE_SHORT;
      case I32 -> Values.DATA_TYPE_INT;
      case I64 -> Values.DATA_TYPE_LONG;
      case U8 -> Values.DATA_TYPE_UCHAR;
      case U16 -> Values.DATA_TYPE_USHORT;
      case U32 -> Values.DATA_TYPE_UINT;
      case U64 -> Values.DATA_TYPE_ULONG;
      case BOOL -> Values.DATA_TYPE_BOOL;
    };
  }

  @Override
  public void release() {
    library.close();
  }
}
