package dev.assay.backend.metal.apple.objc;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Strings, arrays, URLs and errors of Foundation. All objects are those of the pool that is open. */
public final class Foundation {
  private static final long UTF8 = 4;

  private final ObjectiveC objc;
  private final long stringClass;
  private final long arrayClass;
  private final long urlClass;

  /** The Foundation of this runtime. */
  public Foundation(ObjectiveC objc) {
    this.objc = objc;
    this.stringClass = objc.classNamed("NSString");
    this.arrayClass = objc.classNamed("NSArray");
    this.urlClass = objc.classNamed("NSURL");
  }

  /**
   * A string.
   *
   * @throws IllegalArgumentException where it holds a character 0, at which the string would silently end
   */
  public long string(String text) {
    requireString(text);
    try (Arena arena = Arena.ofConfined()) {
      long string = objc.send(Messages.STRING, stringClass, arena.allocateFrom(text).address(),
          UTF8);
      if (string == 0) {
        throw new IllegalArgumentException("Foundation takes no string of this text: " + text);
      }
      return string;
    }
  }

  /**
   * Refuses what is no string here, for who makes one only later.
   *
   * @throws IllegalArgumentException as {@link #string}
   */
  public static void requireString(String text) {
    int end = text.indexOf(0);
    if (end >= 0) {
      throw new IllegalArgumentException(
          "a text for Objective-C has a character 0 at place " + end);
    }
  }

  /** What a string holds; empty for nil. */
  public String text(long string) {
    if (string == 0) {
      return "";
    }
    long utf8 = objc.send(Messages.UTF8, string);
    return utf8 == 0 ? "" : ObjectiveC.memory(utf8, Long.MAX_VALUE).getString(0);
  }

  /** An array of one object. */
  public long array(long object) {
    return objc.send(Messages.ARRAY, arrayClass, object);
  }

  /** The URL of a file. */
  public long fileUrl(String path) {
    return objc.send(Messages.FILE_URL, urlClass, string(path));
  }

  /** What an {@code NSError} says: description, domain and code. */
  public String describe(long error) {
    if (error == 0) {
      return "no error is given";
    }
    return text(objc.send(Messages.ERROR_DESCRIPTION, error)) + " ("
        + text(objc.send(Messages.ERROR_DOMAIN, error)) + " "
        + objc.send(Messages.ERROR_CODE, error) + ")";
  }

  /** Room for an object that a call returns through its last argument. */
  public static MemorySegment out(Arena arena) {
    return arena.allocate(ValueLayout.JAVA_LONG);
  }

  /** The object that was put there, 0 for nil. */
  public static long in(MemorySegment out) {
    return out.get(ValueLayout.JAVA_LONG, 0);
  }
}
