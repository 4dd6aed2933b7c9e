package dev.assay.msl.compiler;

import dev.assay.msl.MslBuild;
import java.nio.file.Path;

/**
 * A kernel compiled for the CPU.
 *
 * @param entry its name and bindings
 * @param library the shared library, which exports the entry's function
 * @param symbol the function's name: of one thread where threads wait, else of a whole threadgroup
 * @param build which of the two builds it is
 * @param compiled whether the compiler ran; false for what came from the cache
 */
public record CompiledKernel(
    KernelEntry entry,
    Path library,
    String symbol,
    MslBuild build,
    boolean compiled) {}
