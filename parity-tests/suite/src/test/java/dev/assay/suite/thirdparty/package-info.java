/** A third party's backend and kernel, built as jars of their own, in applications on class path and module path. */
@NullMarked
package dev.assay.suite.thirdparty;

import org.jspecify.annotations.NullMarked;
