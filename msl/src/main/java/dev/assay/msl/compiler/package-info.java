/**
 * Compiles MSL with clang: the toolchain from the LLVM jar, the rewriting of MSL text to C++, and
 * objects for the CPU or PTX.
 */
@NullMarked
package dev.assay.msl.compiler;

import org.jspecify.annotations.NullMarked;
