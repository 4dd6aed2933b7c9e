/** The catalogue's MSL: each source against its declarations, each implementation against the reference on this CPU. */
package dev.assay.suite.msl;
