/** The preprocessor: from named parts to one list of tokens with macros expanded, conditions decided and includes read. */
@NullMarked
package dev.assay.msl.reader.preprocess;

import org.jspecify.annotations.NullMarked;
