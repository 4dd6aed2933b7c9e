/** Runs compiled kernels on the CPU: native libraries, threadgroups over cores, stacks of threads. */
@NullMarked
package dev.assay.msl.exec;

import org.jspecify.annotations.NullMarked;
