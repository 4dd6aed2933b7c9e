/** The {@code assay} command as a process: exit statuses, streams and signals, on the module path of the launcher. */
@NullMarked
package dev.assay.suite.cli;

import org.jspecify.annotations.NullMarked;
