/** The ways to bring a dispatch to the device, each a class; a new way is one more. */
@NullMarked
package dev.assay.parity.trial.mode;

import org.jspecify.annotations.NullMarked;
