package dev.assay.backend.support;

import dev.assay.spi.kernel.BoundExpr;
import dev.assay.spi.kernel.Expr;

/**
 * A size of a kernel or an implementation, ready to be evaluated.
 *
 * @param what names it in messages
 * @param value how it follows from the constants
 */
record Formula(String what, BoundExpr value) {
  Expr expression() {
    return value.expression();
  }
}
