/**
 * The door to Assay: {@link dev.assay.runtime.Assay#open()} for everybody, {@link dev.assay.runtime.AssayModule} for
 * applications on Guice.
 */
@NullMarked
package dev.assay.runtime;

import org.jspecify.annotations.NullMarked;
