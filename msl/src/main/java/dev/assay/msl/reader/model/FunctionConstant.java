package dev.assay.msl.reader.model;

import dev.assay.msl.reader.text.SourcePosition;

/**
 * A value that the host sets when it makes a pipeline.
 *
 * @param index of {@code [[function_constant(index)]]}
 * @param optional whether the text asks {@code is_function_constant_defined} of it, so that it may be missing
 */
public record FunctionConstant(
    int index,
    String name,
    MslType type,
    boolean optional,
    SourcePosition position) {}
