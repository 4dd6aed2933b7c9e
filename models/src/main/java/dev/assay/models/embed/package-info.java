/** Sentence embeddings: texts to vectors whose cosine says how close their meanings are. */
@NullMarked
package dev.assay.models.embed;

import org.jspecify.annotations.NullMarked;
