/**
 * Elements that move without changing: views, copies, and rows taken by index.
 */
@NullMarked
package dev.assay.ops.movement;

import org.jspecify.annotations.NullMarked;
