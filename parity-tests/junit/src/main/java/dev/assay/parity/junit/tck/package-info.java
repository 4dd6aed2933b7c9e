/** The contracts of a backend by topic, each a small test that opens a device of its own. */
@NullMarked
package dev.assay.parity.junit.tck;

import org.jspecify.annotations.NullMarked;
