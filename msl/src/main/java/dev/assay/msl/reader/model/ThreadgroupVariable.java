package dev.assay.msl.reader.model;

import dev.assay.msl.reader.syntax.VariableSyntax;
import dev.assay.msl.reader.text.SourcePosition;

/**
 * A variable in threadgroup memory that a kernel's body declares.
 *
 * @param type its type; its layout is empty when the size is not constant
 * @param syntax where it stands
 */
public record ThreadgroupVariable(
    String name,
    MslType type,
    SourcePosition position,
    VariableSyntax syntax) {}
