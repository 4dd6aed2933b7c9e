package dev.assay.msl.reader.text;

/** How bad a diagnostic is. */
public enum Severity {
  /** The text is wrong: Apple's compiler would refuse it, or what was read cannot be trusted. */
  ERROR,
  /** Reading went on without doubt about the kernels, yet something deserves a look. */
  WARNING,
  /** Belongs to the finding before it: where it comes from, or what was meant. */
  NOTE
}
