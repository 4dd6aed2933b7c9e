package dev.assay.parity.junit.tck;

/**
 * Something that every backend must keep.
 *
 * @param name what must hold, as a sentence
 * @param check fails when it does not
 */
public record Contract(String name, Check check) {
  /** Tries a contract on an open backend. */
  @FunctionalInterface
  public interface Check {
    /** Fails by an assertion or any exception. */
    void run(TckBench bench) throws Exception;
  }
}
