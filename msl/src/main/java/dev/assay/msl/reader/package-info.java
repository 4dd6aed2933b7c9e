/** The MSL reader: from text to kernels, parameters, layouts and constants, in plain Java and without a compiler. */
@NullMarked
package dev.assay.msl.reader;

import org.jspecify.annotations.NullMarked;
