/** What a parity run is asked for and what it answers. */
@NullMarked
package dev.assay.parity;

import org.jspecify.annotations.NullMarked;
