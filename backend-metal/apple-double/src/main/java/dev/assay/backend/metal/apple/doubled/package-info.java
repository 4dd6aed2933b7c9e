/**
 * A double of Apple's Metal: an Objective-C runtime with Metal's classes, in C, whose engine is the host driver. So the
 * Apple driver is run from its first native call to the results of kernels where there is no Apple.
 */
@NullMarked
package dev.assay.backend.metal.apple.doubled;

import org.jspecify.annotations.NullMarked;
