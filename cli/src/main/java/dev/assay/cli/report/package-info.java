/** Answers as pages to read in a browser. */
@NullMarked
package dev.assay.cli.report;

import org.jspecify.annotations.NullMarked;
