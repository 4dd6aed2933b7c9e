/** What third parties compile against, as a listing that changes only on purpose. */
@NullMarked
package dev.assay.suite.api;

import org.jspecify.annotations.NullMarked;
