/** Objective-C from Java: messages with Apple's types, ownership, pools and errors. */
@NullMarked
package dev.assay.backend.metal.apple.objc;

import org.jspecify.annotations.NullMarked;
