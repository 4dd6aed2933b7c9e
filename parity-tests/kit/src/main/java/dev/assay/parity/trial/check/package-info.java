/** What is looked at after a dispatch, each look a class with a name; a new one is one more. */
@NullMarked
package dev.assay.parity.trial.check;

import org.jspecify.annotations.NullMarked;
