package dev.assay.backend.metal.apple;

/** Values of Apple's enumerations, by the names that Apple's headers give them. */
final class Values {
  /** {@code MTLResourceStorageModeShared} with the default cache mode and hazard tracking. */
  static final long RESOURCE_SHARED = 0;

  static final long RESOURCE_USAGE_READ = 1;
  static final long RESOURCE_USAGE_WRITE = 2;
  static final long DISPATCH_TYPE_CONCURRENT = 1;
  static final long BARRIER_SCOPE_BUFFERS = 1;
  static final long COMMAND_BUFFER_COMPLETED = 4;
  static final long COMMAND_BUFFER_ERROR = 5;
  static final long BINDING_BUFFER = 0;
  static final long BINDING_THREADGROUP_MEMORY = 1;
  static final long ACCESS_READ_ONLY = 0;

  /** {@code MTLPipelineOptionBindingInfo}: reflection says what is bound. */
  static final long PIPELINE_BINDING_INFO = 1;
  static final long PIPELINE_FAIL_ON_ARCHIVE_MISS = 4;
  static final long MATH_MODE_SAFE = 0;
  static final long MATH_MODE_FAST = 2;
  static final long MATH_FUNCTIONS_FAST = 0;
  static final long MATH_FUNCTIONS_PRECISE = 1;

  /** {@code MTLIndirectCommandTypeConcurrentDispatch}: a grid of threadgroups. */
  static final long COMMAND_CONCURRENT_DISPATCH = 32;
  static final long COMMAND_CONCURRENT_DISPATCH_THREADS = 64;

  /** {@code MTLGPUFamilyApple7}; the families after it count on. */
  static final long FAMILY_APPLE_7 = 1007;

  static final long DATA_TYPE_FLOAT = 3;
  static final long DATA_TYPE_HALF = 16;
  static final long DATA_TYPE_INT = 29;
  static final long DATA_TYPE_UINT = 33;
  static final long DATA_TYPE_SHORT = 37;
  static final long DATA_TYPE_USHORT = 41;
  static final long DATA_TYPE_CHAR = 45;
  static final long DATA_TYPE_UCHAR = 49;
  static final long DATA_TYPE_BOOL = 53;
  static final long DATA_TYPE_LONG = 81;
  static final long DATA_TYPE_ULONG = 85;
  static final long DATA_TYPE_BFLOAT = 121;

  private Values() {}
}
