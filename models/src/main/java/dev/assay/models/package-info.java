/** What the readers and networks of this module share: their error codes. */
@NullMarked
package dev.assay.models;

import org.jspecify.annotations.NullMarked;
