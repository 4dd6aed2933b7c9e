package dev.assay.spi.error;

import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * One thing that is wrong: what, where, what was expected, what was found, and what to do about it.
 *
 * @param code the stable name of this kind of problem
 * @param what one sentence without a full stop, naming the thing that is wrong
 * @param where the operation or place, such as {@code bake of assay:layer_norm (f32)}
 * @param expected what would have been right, or null where that says nothing more than {@code what}
 * @param actual what was found, or null likewise
 * @param remedy what the reader can do next, or null where nothing can be done
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Problem(
    ErrorCode code,
    String what,
    @Nullable String where,
    @Nullable String expected,
    @Nullable String actual,
    @Nullable String remedy) {

  /** Starts a problem; add the rest with the {@code with…} methods below. */
  public static Problem of(ErrorCode code, String what) {
    return new Problem(code, what, null, null, null, null);
  }

  /** The same problem at this place. */
  public Problem at(String place) {
    return new Problem(code, what, place, expected, actual, remedy);
  }

  /** The same problem with what was expected and what was found instead. */
  public Problem expected(String wanted, String found) {
    return new Problem(code, what, where, wanted, found, remedy);
  }

  /** The same problem with advice. */
  public Problem remedy(String advice) {
    return new Problem(code, what, where, expected, actual, advice);
  }

  /** The problem as lines of text: the code and what, then one indented line for each further part. */
  public String describe() {
    StringBuilder text = new StringBuilder(code.id()).append(": ").append(what);
    line(text, "where", where);
    line(text, "expected", expected);
    line(text, "actual", actual);
    line(text, "remedy", remedy);
    return text.toString();
  }

  private static void line(StringBuilder text, String label, @Nullable String value) {
    if (value != null) {
      text.append("\n  ").append(label).append(": ").append(value);
    }
  }
}
