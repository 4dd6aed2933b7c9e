/** From syntax to meaning: names, types, constants, templates, and the kernels that they make up. */
@NullMarked
package dev.assay.msl.reader.analysis;

import org.jspecify.annotations.NullMarked;
