package dev.assay.backend.support;

import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.Parameter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** How the parameters of a pipeline reach the device, which is the same for every dispatch: by place. Immutable. */
final class ParameterForm {
  private static final int POINTER_BYTES = 8;

  private final DeviceProfile profile;
  private final int[] alignments;
  private final boolean[] large;
  private int bindings;
  private long bytes;

  ParameterForm(DeviceProfile profile, Signature signature,
      @Nullable Implementation implementation) {
    this.profile = profile;
    this.alignments = new int[signature.size()];
    this.large = new boolean[signature.size()];
    Arrays.fill(alignments, 1);
    if (implementation != null) {
      implementation.pointers().forEach(pointer -> align(signature, pointer));
    }
    for (int place = 0; place < signature.size(); place++) {
      if (signature.isBindable(place)) {
        bindings++;
        add(place, signature.parameter(place));
      }
    }
  }

  private void align(Signature signature, Implementation.Pointer pointer) {
    int place = signature.place(pointer.parameter());
    if (place != Signature.NOWHERE) {
      alignments[place] = Math.max(pointer.alignmentBytes(),
          pointer.constantSpace() ? profile.memory().constantOffsetMultiple() : 1);
    }
  }

  private void add(int place, Parameter parameter) {
    if (parameter instanceof Parameter.Constant constant
        && profile.parameters().isInline(constant.layout().sizeBytes())) {
      StructLayout layout = constant.layout();
      bytes = next(layout.alignBytes()) + layout.sizeBytes();
    } else {
      large[place] = parameter instanceof Parameter.Constant;
      bytes = next(POINTER_BYTES) + POINTER_BYTES;
    }
  }

  private long next(int alignment) {
    return Math.ceilDiv(bytes, alignment) * alignment;
  }

  /** What the start of a view is a multiple of, in bytes; a power of two. */
  int alignment(int place) {
    return alignments[place];
  }

  /** Whether a constant travels in memory. */
  boolean isLarge(int place) {
    return large[place];
  }

  /** Reports what the device does not take. */
  void check(Problems problems) {
    DeviceProfile.Parameters limits = profile.parameters();
    if (bindings > limits.bindings()) {
      problems.add(Problem.of(Codes.LIMIT_EXCEEDED, "the kernel has too many parameters")
          .expected("at most " + limits.bindings() + " (" + profile.name() + ")",
              Integer.toString(bindings)));
    }
    if (bytes > limits.bytes()) {
      problems.add(Problem.of(Codes.LIMIT_EXCEEDED, "the kernel's parameters are too large")
          .expected("at most " + limits.bytes() + " bytes in all (" + profile.name() + ")",
              Long.toString(bytes)));
    }
  }
}
