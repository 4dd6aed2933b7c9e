/** The Apple driver over a double of Apple's runtime: what the whole of Assay does through it. */
package dev.assay.suite.apple;
