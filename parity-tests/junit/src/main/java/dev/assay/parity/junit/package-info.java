/** What authors of operations and backends extend and call in their tests. */
@NullMarked
package dev.assay.parity.junit;

import org.jspecify.annotations.NullMarked;
