/** A driver that wraps any other and keeps what it is asked as data. */
@NullMarked
package dev.assay.backend.metal.driver.recording;

import org.jspecify.annotations.NullMarked;
