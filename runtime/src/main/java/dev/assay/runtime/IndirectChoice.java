package dev.assay.runtime;

import java.util.OptionalLong;

/**
 * How the runs of a program reach the device, and why.
 *
 * @param asked what was asked for
 * @param segments whether runs are replayed in segments; while it is still measured, whether the next one is
 * @param decided whether that stays so
 * @param segmentNanos the median of the measured runs in segments, from the first command to completion; empty where none
 *     was measured
 * @param directNanos the same dispatch by dispatch
 */
public record IndirectChoice(
    Indirect asked,
    boolean segments,
    boolean decided,
    OptionalLong segmentNanos,
    OptionalLong directNanos) {}
