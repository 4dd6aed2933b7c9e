/** The runtime over the real reference backend and the real catalogue. */
@NullMarked
package dev.assay.suite.runtime;

import org.jspecify.annotations.NullMarked;
