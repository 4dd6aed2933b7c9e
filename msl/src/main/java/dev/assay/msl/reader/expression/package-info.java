/** Integer expressions over tokens, shared by conditions of the preprocessor and constants of the language. */
@NullMarked
package dev.assay.msl.reader.expression;

import org.jspecify.annotations.NullMarked;
