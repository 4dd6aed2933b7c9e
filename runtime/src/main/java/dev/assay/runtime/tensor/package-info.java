/** Tensors whose operations run at once: a scope encodes kernel calls in batches and waits where a value is read. */
@NullMarked
package dev.assay.runtime.tensor;

import org.jspecify.annotations.NullMarked;
