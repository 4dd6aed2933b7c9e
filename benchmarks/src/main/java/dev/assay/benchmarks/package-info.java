/** What dispatching costs: JMH benchmarks over a device that does nothing, so that only our own code counts. */
@org.jspecify.annotations.NullMarked
package dev.assay.benchmarks;
