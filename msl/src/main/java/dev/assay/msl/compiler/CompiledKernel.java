package dev.assay.msl.compiler;

import java.nio.file.Path;

/**
 * A kernel compiled for the CPU.
 *
 * @param entry its name and bindings
 * @param library the shared library, which exports the entry's function
 * @param symbol the function's name: of one thread where threads wait, else of a whole threadgroup
 * @param compiled whether the compiler ran; false for what came from the cache
 */
public record CompiledKernel(KernelEntry entry, Path library, String symbol, boolean compiled) {}
