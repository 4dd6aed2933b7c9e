package dev.assay.parity.mutants;

import dev.assay.parity.ParityOptions;

/** One thing made wrong in one way. */
interface Mutant {
  /** What is made wrong. */
  Family family();

  /** The way. */
  String operator();

  /** Where, such as {@code assay:add, buffer b}. */
  String target();

  /** Whether everything that is tried passes in spite of it. */
  boolean survives(ParityOptions options);

  /** Why it cannot be told from what is right, empty where it can. */
  default String equivalence() {
    return "";
  }

  /** Names it in reports, such as {@code kernel: zeros in assay:add}. */
  default String name() {
    return family().id() + ": " + operator() + " in " + target();
  }
}
