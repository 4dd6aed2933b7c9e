/** The script that starts the command, over a checkout whose JDK and Maven only take notes. */
@NullMarked
package dev.assay.suite.launcher;

import org.jspecify.annotations.NullMarked;
