package dev.assay.parity.trial;

import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Parameter;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.apiguardian.api.API;

/** What makes a case worth having: the sizes and layouts at which kernels break. */
@API(status = API.Status.INTERNAL, since = "0.1")
public enum Trait {
  /** Nothing to do. */
  EMPTY,
  /** One piece of work. */
  ONE,
  /** An odd amount of work above one. */
  ODD,
  /** A prime amount of work above two. */
  PRIME,
  /** A stride that no product of sizes explains: there are gaps in an operand. */
  STRIDED;

  private static final String STRIDE = "stride";
  private static final int PRIME_CERTAINTY = 30;
  private static final int MOST_SIZES = 12;

  /** The traits of this case. */
  public static Set<Trait> of(KernelDeclaration kernel, KernelCase input) {
    long work = kernel.work().evaluate(new CaseScope(input.constants()));
    Set<Trait> found = EnumSet.noneOf(Trait.class);
    if (work == 0) {
      found.add(EMPTY);
    } else if (work == 1) {
      found.add(ONE);
    } else if (work % 2 == 1) {
      found.add(ODD);
      if (BigInteger.valueOf(work).isProbablePrime(PRIME_CERTAINTY)) {
        found.add(PRIME);
      }
    }
    if (work != 0 && hasGaps(kernel, input)) {
      found.add(STRIDED);
    }
    return found;
  }

  /** The traits that the cases of this kernel can have. */
  public static Set<Trait> possible(KernelDeclaration kernel) {
    boolean strided = kernel.parameters()
        .stream()
        .anyMatch(parameter -> parameter instanceof Parameter.Constant constant
            && constant.layout().fields().stream().anyMatch(Trait::isStride));
    return strided ? EnumSet.allOf(Trait.class) : EnumSet.complementOf(EnumSet.of(STRIDED));
  }

  private static boolean isStride(StructLayout.Field field) {
    return field.name().contains(STRIDE);
  }

  private static boolean hasGaps(KernelDeclaration kernel, KernelCase input) {
    List<Long> strides = new ArrayList<>();
    List<Long> sizes = new ArrayList<>();
    forEachInteger(kernel, input, Trait::isStride, strides::add);
    forEachInteger(kernel, input, field -> !isStride(field), sizes::add);
    Set<Long> products = new HashSet<>(Set.of(1L));
    sizes.stream().filter(size -> size > 1).limit(MOST_SIZES).forEach(size -> {
      Set<Long> more = new HashSet<>();
      products.forEach(product -> more.add(product * size));
      products.addAll(more);
    });
    return strides.stream().anyMatch(stride -> stride > 1 && !products.contains(stride));
  }

  private static void forEachInteger(KernelDeclaration kernel, KernelCase input,
      Predicate<StructLayout.Field> wanted, LongConsumer action) {
    for (Parameter parameter : kernel.parameters()) {
      StructValue value = input.constants().get(parameter.name());
      if (parameter instanceof Parameter.Constant constant && value != null) {
        for (StructLayout.Field field : constant.layout().fields()) {
          for (int i = 0; !field.dtype().isFloat() && wanted.test(field)
              && i < field.scalars(); i++) {
            action.accept(value.getLong(field.name(), i));
          }
        }
      }
    }
  }
}
