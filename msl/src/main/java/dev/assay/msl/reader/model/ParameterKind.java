package dev.assay.msl.reader.model;

import java.util.Locale;

/** What a parameter of a kernel is bound to. */
public enum ParameterKind {
  /** A buffer in device memory. */
  BUFFER(IndexSpace.BUFFER),
  /** A buffer in the constant address space, or bytes handed in with the command. */
  CONSTANT(IndexSpace.BUFFER),
  /** A ray tracing structure, which takes a buffer's index. */
  ACCELERATION_STRUCTURE(IndexSpace.BUFFER),
  /** A table of visible or intersection functions, which takes a buffer's index. */
  FUNCTION_TABLE(IndexSpace.BUFFER),
  /** A tensor handle of Metal 4, which takes a buffer's index. */
  TENSOR(IndexSpace.BUFFER),
  /** Threadgroup memory whose length the host sets. */
  THREADGROUP(IndexSpace.THREADGROUP),
  /** A texture, or an array of them. */
  TEXTURE(IndexSpace.TEXTURE),
  /** A sampler, or an array of them. */
  SAMPLER(IndexSpace.SAMPLER),
  /** A value that the hardware gives each thread, such as its position. */
  BUILTIN(IndexSpace.NONE),
  /** Per-thread input that a descriptor fetches from buffers. */
  STAGE_IN(IndexSpace.NONE),
  /** The imageblock of a tile. */
  IMAGEBLOCK(IndexSpace.NONE),
  /** The text does not say; a diagnostic does. */
  UNKNOWN(IndexSpace.NONE);

  /** The tables that a compute command's arguments are numbered in. */
  public enum IndexSpace {
    /** Buffers, 0 to 30. */
    BUFFER(31),
    /** Textures, 0 to 127. */
    TEXTURE(128),
    /** Samplers, 0 to 15. */
    SAMPLER(16),
    /** Threadgroup memory, 0 to 30. */
    THREADGROUP(31),
    /** No table. */
    NONE(0);

    private final int size;

    IndexSpace(int size) {
      this.size = size;
    }

    /** How many indices the table has on Apple's GPUs. */
    public int size() {
      return size;
    }
  }

  private final IndexSpace space;

  ParameterKind(IndexSpace space) {
    this.space = space;
  }

  /** The table its index counts in. */
  public IndexSpace space() {
    return space;
  }

  /** Whether the host binds something for it. */
  public boolean isBinding() {
    return space != IndexSpace.NONE;
  }

  /** As reports spell it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
