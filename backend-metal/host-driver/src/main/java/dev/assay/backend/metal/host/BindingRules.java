package dev.assay.backend.metal.host;

import dev.assay.backend.metal.host.KernelSignature.Parameter;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import org.jspecify.annotations.Nullable;

/** Judges what is bound for a dispatch against the kernel's text. */
final class BindingRules {
  private static final int THREADGROUP_MULTIPLE = 16;

  private BindingRules() {}

  /** Adds every problem of buffers, constants and inline bytes. */
  static void judge(KernelSignature signature, Bindings bindings, Problems problems) {
    int wanted = signature.bufferMask();
    int bound = bindings.bound();
    for (int rest = wanted & ~bound; rest != 0; rest &= rest - 1) {
      problems.add(missing(signature, bindings, Integer.numberOfTrailingZeros(rest)));
    }
    for (int rest = bound & ~wanted; rest != 0; rest &= rest - 1) {
      problems.add(surplus(signature, Integer.numberOfTrailingZeros(rest)));
    }
    for (int rest = bindings.doubled(); rest != 0; rest &= rest - 1) {
      problems.add(MetalRule.BINDING_DOUBLED.problem(
          signature.bufferName(Integer.numberOfTrailingZeros(rest))
              + " is bound twice for one dispatch"));
    }
    for (int rest = bound & wanted; rest != 0; rest &= rest - 1) {
      int index = Integer.numberOfTrailingZeros(rest);
      Parameter parameter = signature.buffer(index);
      if (parameter != null) {
        judge(signature, parameter, bindings, problems);
      }
    }
  }

  private static Problem missing(KernelSignature signature, Bindings bindings, int index) {
    String name = signature.bufferName(index);
    if ((bindings.leftover() & 1 << index) != 0) {
      return MetalRule.BINDING_LEFTOVER
          .problem(name + " was bound before the pipeline was set and not since");
    }
    String gate = gate(signature.buffer(index));
    return gate == null
        ? MetalRule.BINDING_MISSING.problem(name + " is not bound")
        : MetalRule.GATE_OPEN.problem(name + " is not bound although function constant '" + gate
            + "' is true");
  }

  private static Problem surplus(KernelSignature signature, int index) {
    Parameter closed = signature.closed(index);
    String gate = gate(closed);
    return closed == null || gate == null
        ? MetalRule.BINDING_UNKNOWN.problem("kernel '" + signature.kernel()
            + "' has no buffer at index " + index + ", where something is bound")
        : MetalRule.GATE_CLOSED.problem(signature.parameterName(closed)
            + " is bound although function constant '" + gate + "' is false");
  }

  private static @Nullable String gate(@Nullable Parameter parameter) {
    return parameter == null ? null : parameter.gate().orElse(null);
  }

  private static void judge(KernelSignature signature, Parameter parameter, Bindings bindings,
      Problems problems) {
    int index = parameter.index();
    long offset = bindings.offset(index);
    long length = bindings.length(index);
    HostBuffer buffer = bindings.buffer(index);
    if (buffer == null) {
      if (parameter.writable()) {
        problems.add(MetalRule.INLINE_WRITABLE.problem(
            "inline bytes are bound to " + signature.parameterName(parameter)
                + ", which the text can write"));
      }
    } else {
      // Not a sum: offset and length may be as large as they like.
      if (offset < 0 || length < 0 || offset >= buffer.length()
          || length > buffer.length() - offset) {
        problems.add(MetalRule.BUFFER_RANGE
            .problem(signature.parameterName(parameter) + " is bound outside of "
                + buffer.description())
            .expected("a range that starts and ends inside",
                length + " bytes from " + offset + " on"));
      }
      if (offset % parameter.offsetMultiple() != 0) {
        problems.add(MetalRule.OFFSET_ALIGNMENT
            .problem(signature.parameterName(parameter) + " is bound at an offset that is not "
                + "aligned for its type")
            .expected("a multiple of " + parameter.offsetMultiple(), Long.toString(offset)));
      }
      judgeAccess(signature, parameter, bindings, buffer, problems);
    }
    if (length >= 0 && length < parameter.sizeBytes()
        && (parameter.reference() || length != 0)) {
      problems.add(MetalRule.BINDING_LENGTH
          .problem(signature.parameterName(parameter) + " is bound to less than one value")
          .expected(parameter.sizeBytes() + " bytes or more", Long.toString(length)));
    }
  }

  private static void judgeAccess(KernelSignature signature, Parameter parameter,
      Bindings bindings, HostBuffer buffer, Problems problems) {
    boolean writes = bindings.access(parameter.index()).writes();
    if (writes && !parameter.writable()) {
      problems.add(MetalRule.ACCESS_CONST
          .problem(signature.parameterName(parameter) + " is const in the text and bound to be "
              + "written")
          .expected("read", bindings.access(parameter.index()).toString()));
    } else if (!writes && parameter.writable()) {
      problems.add(MetalRule.ACCESS_WRITABLE
          .problem(signature.parameterName(parameter) + " can be written by the text and is "
              + "bound to be read only")
          .expected("an access that writes", "read"));
    }
    if (writes && buffer.memory().isReadOnly()) {
      problems.add(MetalRule.MEMORY_READ_ONLY
          .problem(signature.parameterName(parameter) + " is bound to be written to "
              + buffer.description() + ", whose memory is read-only"));
    }
  }

  /** Adds every problem of threadgroup arguments; the total is of those that are right. */
  static void judgeThreadgroup(HostPipeline pipeline, Bindings bindings, Problems problems) {
    KernelSignature signature = pipeline.signature();
    int wanted = signature.threadgroupMask();
    int given = bindings.threadgroupBound();
    for (int rest = wanted & ~given; rest != 0; rest &= rest - 1) {
      problems.add(MetalRule.THREADGROUP_MISSING.problem(
          name(signature, Integer.numberOfTrailingZeros(rest)) + " has no length"));
    }
    for (int rest = given & ~wanted; rest != 0; rest &= rest - 1) {
      problems.add(MetalRule.THREADGROUP_UNKNOWN.problem("kernel '" + signature.kernel()
          + "' has no threadgroup argument at index " + Integer.numberOfTrailingZeros(rest)
          + ", which is given a length"));
    }
    long total = pipeline.staticThreadgroupMemoryLength();
    for (int rest = given & wanted; rest != 0; rest &= rest - 1) {
      int index = Integer.numberOfTrailingZeros(rest);
      int length = bindings.threadgroupLength(index);
      if (length <= 0 || length % THREADGROUP_MULTIPLE != 0) {
        problems.add(MetalRule.THREADGROUP_LENGTH
            .problem(name(signature, index) + " has a length that Metal does not take")
            .expected("a positive multiple of " + THREADGROUP_MULTIPLE,
                Integer.toString(length)));
      } else {
        total += length;
      }
    }
    int limit = pipeline.driver().profile().threadgroupMemory().bytes();
    if (total > limit) {
      problems.add(MetalRule.THREADGROUP_TOTAL
          .problem("a threadgroup of kernel '" + signature.kernel() + "' needs too much memory, "
              + pipeline.staticThreadgroupMemoryLength() + " bytes of it declared in the text")
          .expected("at most " + limit + " bytes", Long.toString(total)));
    }
  }

  private static String name(KernelSignature signature, int index) {
    Parameter parameter = signature.threadgroup(index);
    return parameter == null
        ? "threadgroup argument " + index + " of kernel '" + signature.kernel() + "'"
        : "threadgroup " + signature.parameterName(parameter);
  }
}
