/** Element types, typed memory and the layout of constant structs: how values lie in bytes, little-endian everywhere. */
@NullMarked
package dev.assay.spi.data;

import org.jspecify.annotations.NullMarked;
