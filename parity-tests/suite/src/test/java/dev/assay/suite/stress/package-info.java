/** Many threads and many submissions: what must not be made twice, and what must not grow. */
package dev.assay.suite.stress;
