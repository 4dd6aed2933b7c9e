package dev.assay.parity.junit.tck;

import java.util.List;

/** The contracts about one thing. */
public enum Topic {
  /** Memory, and what is closed or busy. */
  LIFETIMES,
  /** The order of what conflicts. */
  HAZARDS,
  /** Dispatches that were prepared. */
  RECORDS,
  /** Commands that are replayed one by one. */
  CAPTURE,
  /** Commands that are replayed with one call. */
  SEGMENTS,
  /** What is submitted again and again. */
  EXECUTIONS,
  /** What must be refused, and work that fails. */
  ERRORS,
  /** Many threads. */
  THREADS;

  /** The contracts in order. */
  public List<Contract> contracts() {
    return switch (this) {
      case LIFETIMES -> Lifetimes.CONTRACTS;
      case HAZARDS -> Hazards.CONTRACTS;
      case RECORDS -> Records.CONTRACTS;
      case CAPTURE -> Captures.CONTRACTS;
      case SEGMENTS -> Segments.CONTRACTS;
      case EXECUTIONS -> Executions.CONTRACTS;
      case ERRORS -> Errors.CONTRACTS;
      case THREADS -> Threads.CONTRACTS;
    };
  }
}
