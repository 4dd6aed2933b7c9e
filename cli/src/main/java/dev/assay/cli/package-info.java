/**
 * The {@code assay} command: its options and sub-commands, how errors become exit codes, and what each sub-command
 * finds out.
 */
@NullMarked
package dev.assay.cli;

import org.jspecify.annotations.NullMarked;
