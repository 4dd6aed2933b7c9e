/** MSL text as the reader sees it: named parts, tokens with their positions, and diagnostics. */
@NullMarked
package dev.assay.msl.reader.text;

import org.jspecify.annotations.NullMarked;
