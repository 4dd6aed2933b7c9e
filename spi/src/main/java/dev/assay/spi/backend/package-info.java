/**
 * What a backend offers: buffers and typed views, a registry of pipelines, dispatch (direct, or baked into records),
 * encoders and submissions, and executions, which are submissions made again and again. Contracts only; {@code
 * backend-support} implements them over a small device port.
 */
@NullMarked
package dev.assay.spi.backend;

import org.jspecify.annotations.NullMarked;
