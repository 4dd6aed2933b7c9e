/** The Metal backend over its drivers, on the whole catalogue. */
package dev.assay.suite.metal;
