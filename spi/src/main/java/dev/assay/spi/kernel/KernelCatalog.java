package dev.assay.spi.kernel;

import dev.assay.spi.data.DType;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.PluginException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apiguardian.api.API;

/**
 * All kernels and implementations that are installed, each with the jar it came from. Immutable and thread-safe;
 * backends are opened with one.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class KernelCatalog {
  /**
   * A declaration and where it came from.
   *
   * @param declaration the kernel
   * @param origin the jar or module that brought it
   */
  public record Kernel(KernelDeclaration declaration, String origin) {}

  /**
   * An implementation and where it came from.
   *
   * @param implementation the implementation
   * @param origin the jar or module that brought it
   */
  public record Installed(Implementation implementation, String origin) {}

  private final Map<KernelName, Kernel> kernels;
  private final Map<KernelName, List<Installed>> implementations;

  private KernelCatalog(Map<KernelName, Kernel> kernels,
      Map<KernelName, List<Installed>> implementations) {
    this.kernels = Collections.unmodifiableMap(kernels);
    this.implementations = Collections.unmodifiableMap(implementations);
  }

  /** Starts an empty catalog. */
  public static Builder builder() {
    return new Builder();
  }

  /** All kernels in the order of their names. */
  public Collection<Kernel> kernels() {
    return kernels.values();
  }

  /** The implementations of this kernel, in the order of registration. */
  public List<Installed> implementations(KernelName kernel) {
    return implementations.getOrDefault(kernel, List.of());
  }

  /** The declaration of this name; an unknown name is an error that offers the nearest ones and says what was searched. */
  public KernelDeclaration declaration(KernelName name) {
    Kernel kernel = kernels.get(name);
    if (kernel != null) {
      return kernel.declaration();
    }
    List<String> known = kernels.keySet().stream().map(KernelName::toString).toList();
    TreeSet<String> origins = new TreeSet<>();
    kernels.values().forEach(each -> origins.add(each.origin()));
    throw new InvalidCallException(Problem.of(Codes.KERNEL_UNKNOWN, "no kernel is called " + name)
        .expected(known.isEmpty()
            ? "a registered kernel, of which there is none"
            : "one of the " + known.size() + " kernels from " + String.join(", ", origins),
            name.toString())
        .remedy(NearestNames.advice(name.toString(), known)));
  }

  /** The declaration of this name, which must exist for this dtype. */
  public KernelDeclaration declaration(KernelName name, DType dtype) {
    KernelDeclaration declaration = declaration(name);
    if (!declaration.dtypes().contains(dtype)) {
      throw new InvalidCallException(
          Problem.of(Codes.KERNEL_DTYPE, "kernel " + name + " does not exist for " + dtype)
              .expected("one of " + declaration.dtypes(), dtype.toString())
              .remedy("cast the tensors first"));
    }
    return declaration;
  }

  /** Collects kernels and implementations; duplicates name both origins. Not thread-safe. */
  public static final class Builder {
    private final Map<KernelName, Kernel> kernels = new TreeMap<>();
    private final List<Installed> implementations = new ArrayList<>();
    private final Problems problems = new Problems("kernel catalog");

    private Builder() {}

    /** Adds a kernel from this origin. */
    public Builder kernel(KernelDeclaration declaration, String origin) {
      Kernel earlier = kernels.putIfAbsent(declaration.name(), new Kernel(declaration, origin));
      if (earlier != null) {
        problems.add(Problem
            .of(Codes.KERNEL_DUPLICATE, "kernel " + declaration.name() + " is registered twice")
            .expected("one origin", earlier.origin() + " and " + origin)
            .remedy("remove one of the two, or rename one kernel into a namespace of its own"));
      }
      return this;
    }

    /** Adds an implementation from this origin; its kernel may be added later. */
    public Builder implementation(Implementation implementation, String origin) {
      implementations.add(new Installed(implementation, origin));
      return this;
    }

    /** The finished catalog. */
    public KernelCatalog build() {
      Map<KernelName, List<Installed>> byKernel = new TreeMap<>();
      Map<String, Installed> seen = new TreeMap<>();
      for (Installed installed : implementations) {
        Implementation implementation = installed.implementation();
        check(installed);
        String key = implementation.kernel() + " " + implementation.name() + " "
            + implementation.language() + " "
            + implementation.dtype();
        Installed earlier = seen.putIfAbsent(key, installed);
        if (earlier != null) {
          problems.add(
              Problem.of(Codes.KERNEL_DUPLICATE, "implementation " + key + " is registered twice")
                  .expected("one origin", earlier.origin() + " and " + installed.origin()));
        }
        byKernel.computeIfAbsent(implementation.kernel(), name -> new ArrayList<>()).add(installed);
      }
      problems.throwIfAny(PluginException::new);
      byKernel.replaceAll((name, list) -> List.copyOf(list));
      return new KernelCatalog(new TreeMap<>(kernels), byKernel);
    }

    private void check(Installed installed) {
      Implementation implementation = installed.implementation();
      Kernel kernel = kernels.get(implementation.kernel());
      String what = "implementation '" + implementation.name() + "' from " + installed.origin();
      if (kernel == null) {
        problems.add(Problem
            .of(Codes.KERNEL_UNKNOWN,
                what + " is for " + implementation.kernel() + ", which nobody declares")
            .remedy(NearestNames.advice(implementation.kernel().toString(),
                kernels.keySet().stream().map(KernelName::toString).toList())));
      } else if (!kernel.declaration().dtypes().contains(implementation.dtype())) {
        problems.add(Problem
            .of(Codes.KERNEL_DTYPE,
                what + " is for a dtype that " + implementation.kernel() + " lacks")
            .expected("one of " + kernel.declaration().dtypes(),
                implementation.dtype().toString()));
      } else {
        implementation.pointers().forEach(pointer -> check(pointer, kernel.declaration(), what));
      }
    }

    private void check(Implementation.Pointer pointer, KernelDeclaration declaration, String what) {
      boolean isBuffer =
          declaration.parameter(pointer.parameter()).orElse(null) instanceof Parameter.Buffer;
      if (!isBuffer || pointer.alignmentBytes() < 1
          || Integer.bitCount(pointer.alignmentBytes()) != 1) {
        problems.add(Problem.of(Codes.KERNEL_INVALID, what + " contradicts itself")
            .expected("an alignment in powers of two for a buffer parameter of "
                + declaration.name(), pointer.toString()));
      }
    }
  }
}
