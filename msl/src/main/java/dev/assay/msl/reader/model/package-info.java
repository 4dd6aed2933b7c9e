/** What the reader found: kernels, parameters, types with their layout, and function constants. All immutable data. */
@NullMarked
package dev.assay.msl.reader.model;

import org.jspecify.annotations.NullMarked;
