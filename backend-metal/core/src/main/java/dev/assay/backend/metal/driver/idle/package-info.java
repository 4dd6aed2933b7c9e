/** A driver that does nothing, so that what is measured over it is this project's own code. */
@NullMarked
package dev.assay.backend.metal.driver.idle;

import org.jspecify.annotations.NullMarked;
