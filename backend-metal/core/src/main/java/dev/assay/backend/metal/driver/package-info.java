/**
 * What the Metal backend asks of a driver: Metal's own objects, as few of them and as little of each as compute work
 * needs. Drivers are Apple's framework, the host driver that runs the same text on a CPU under stricter rules, one that
 * records what another is asked, and one that does nothing.
 *
 * <p>Objects are made and released by the backend, each exactly once. It keeps every object until the work that uses it
 * has completed, so a driver need not retain what is bound. Only encoders and command buffers belong to one thread at a
 * time; everything else is used by any thread.
 *
 * <p>The port has no argument tables, fences or residency calls: whatever a command binds it names with offset, length
 * and access, from which a driver of any version of Metal can tell what must be resident, and order comes from {@link
 * dev.assay.backend.metal.driver.MetalComputeEncoder#memoryBarrier()} alone.
 */
@NullMarked
package dev.assay.backend.metal.driver;

import org.jspecify.annotations.NullMarked;
