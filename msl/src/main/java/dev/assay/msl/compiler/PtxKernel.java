package dev.assay.msl.compiler;

/**
 * A kernel as PTX. Its entry takes the device addresses of its buffers by rising index, then the
 * 32-bit offsets of its threadgroup arguments in dynamic shared memory by rising index, then the
 * threads of the grid along x, y and z as 32-bit values; blocks at the far edges may be ragged.
 *
 * @param entry its name and how its parameters bind
 * @param text PTX for {@code sm_80} and later
 */
public record PtxKernel(KernelEntry entry, String text) {
  /** The name of the entry in the text. */
  public static final String SYMBOL = "assay_kernel";
}
