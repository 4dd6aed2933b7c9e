/** Proves the kit: everything that it measures, made wrong in every way that an operator knows. */
@NullMarked
package dev.assay.parity.mutants;

import org.jspecify.annotations.NullMarked;
