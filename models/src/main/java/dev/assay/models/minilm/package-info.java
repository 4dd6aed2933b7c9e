/** The sentence-embedding model all-MiniLM-L6-v2. */
@NullMarked
package dev.assay.models.minilm;

import org.jspecify.annotations.NullMarked;
