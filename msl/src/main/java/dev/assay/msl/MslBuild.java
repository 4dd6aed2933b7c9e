package dev.assay.msl;

/** The two builds of a kernel for the CPU. */
public enum MslBuild {
  /** Every memory access is checked before it happens; mistakes are errors that name the line. */
  CHECKED,

  /** Nothing is checked: an access outside its buffer is not contained and may end the process. */
  FAST
}
