/**
 * What a jar provides: a backend, or kernels with their implementations and operations. Providers are found by {@link
 * java.util.ServiceLoader} on class path and module path; the SPI version that a jar was built for is read from a
 * resource before its classes load.
 */
@NullMarked
package dev.assay.spi.provider;

import org.jspecify.annotations.NullMarked;
