/** Programs: recorded once, run many times, on the reference backend. */
package dev.assay.suite.program;
