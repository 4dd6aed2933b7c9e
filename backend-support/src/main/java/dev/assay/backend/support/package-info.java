/**
 * What all backends share. A backend implements {@link dev.assay.backend.support.DevicePort} and hands it to {@link
 * dev.assay.backend.support.SupportBackend}; everything that is the same on every device (checks, baking, lifetimes,
 * order, errors) happens here, once.
 */
@NullMarked
package dev.assay.backend.support;

import org.jspecify.annotations.NullMarked;
