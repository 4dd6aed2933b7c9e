/** What kernels cost that are written in MSL and run on the CPU: compiling, and each of the two builds. */
@org.jspecify.annotations.NullMarked
package dev.assay.benchmarks.msl;
