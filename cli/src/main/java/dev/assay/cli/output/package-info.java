/** How an answer is written: as one JSON document or as text for people, never in part without an error. */
@NullMarked
package dev.assay.cli.output;

import org.jspecify.annotations.NullMarked;
