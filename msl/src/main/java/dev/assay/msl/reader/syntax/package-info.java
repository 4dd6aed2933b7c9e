/** The declarations of a translation unit as syntax: ranges of tokens, nothing resolved. */
@NullMarked
package dev.assay.msl.reader.syntax;

import org.jspecify.annotations.NullMarked;
