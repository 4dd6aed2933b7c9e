package dev.assay.spi.kernel;

import org.apiguardian.api.API;

/**
 * The grid of an implementation as data, in one of Metal's two forms. Each axis is an expression over constants and
 * device or pipeline facts; a zero on any axis of the grid means no work.
 *
 * @param form whether the grid counts threads or threadgroups
 * @param grid x, y and z of the grid
 * @param threadgroup x, y and z of one threadgroup
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Geometry(Form form, Axes grid, Axes threadgroup) {
  /** What the grid counts. */
  public enum Form {
    /** Threads; the last threadgroups may be partial ({@code dispatchThreads}). */
    THREADS,
    /** Whole threadgroups ({@code dispatchThreadgroups}). */
    THREADGROUPS
  }

  /** Three expressions. */
  public record Axes(Expr x, Expr y, Expr z) {
    /** Reads three text forms. */
    public static Axes of(String x, String y, String z) {
      return new Axes(Expr.parse(x), Expr.parse(y), Expr.parse(z));
    }
  }

  /** One thread for each of {@code threads} elements, in threadgroups of {@code width}. */
  public static Geometry threads(String threads, String width) {
    return new Geometry(Form.THREADS, Axes.of(threads, "1", "1"), Axes.of(width, "1", "1"));
  }

  /** One threadgroup of {@code width} threads for each of {@code groups} rows. */
  public static Geometry threadgroups(String groups, String width) {
    return new Geometry(Form.THREADGROUPS, Axes.of(groups, "1", "1"), Axes.of(width, "1", "1"));
  }
}
