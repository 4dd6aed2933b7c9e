/**
 * The driver of Apple's Metal.framework. Every native call is in {@link dev.assay.backend.metal.apple.objc}; this package
 * says what to send and when.
 */
@NullMarked
package dev.assay.backend.metal.apple;

import org.jspecify.annotations.NullMarked;
