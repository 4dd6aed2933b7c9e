/** Sentence embeddings from text to vector, against an independent implementation. */
@NullMarked
package dev.assay.suite.embed;

import org.jspecify.annotations.NullMarked;
