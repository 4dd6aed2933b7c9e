package dev.assay.msl.reader.model;

import java.util.Optional;

/** A type of MSL with aliases and template arguments resolved. */
public sealed interface MslType
    permits ScalarType, VectorType, MatrixType, AtomicType, ArrayType, StructType, EnumType,
    PointerType, ResourceType,
    OpaqueType {

  /** Its spelling in MSL. */
  String text();

  /** Its size and alignment; empty when it has none or they are not known. */
  Optional<Layout> layout();
}
