/** Turns text into the token ids that a model was trained on. */
@NullMarked
package dev.assay.models.text;

import org.jspecify.annotations.NullMarked;
