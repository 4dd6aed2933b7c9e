package dev.assay.parity;

import dev.assay.parity.trial.CaseScope;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.backend.KernelRegistry;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.kernel.Expr;
import dev.assay.spi.kernel.Geometry;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Parameter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The implementations of a kernel for a dtype that this backend takes. */
final class Implementations {
  private final Backend backend;
  private final KernelDeclaration kernel;
  private final DType dtype;
  private final @Nullable String only;
  private final List<Implementation> taken = new ArrayList<>();

  /** None yet. */
  private Implementations(Backend backend, KernelDeclaration kernel, DType dtype,
      @Nullable String only) {
    this.backend = backend;
    this.kernel = kernel;
    this.dtype = dtype;
    this.only = only;
  }

  Implementations(Backend backend, KernelDeclaration kernel, DType dtype, @Nullable String only,
      KernelCase example) {
    this(backend, kernel, dtype, only);
    for (KernelCatalog.Installed installed : backend.registry()
        .catalog()
        .implementations(kernel.name())) {
      Implementation implementation = installed.implementation();
      if (implementation.dtype() == dtype && (only == null || only.equals(implementation.name()))
          && isOfThisLanguage(implementation, example)) {
        taken.add(implementation);
      }
    }
  }

  /** Only the one that the registry chooses for this case, or none where the backend needs none; nothing is compiled yet. */
  static Implementations chosen(Backend backend, KernelDeclaration kernel, KernelCase example) {
    String chosen = backend.registry()
        .choose(kernel.name(), example.dtype(), example.constants())
        .implementation();
    Implementations implementations =
        new Implementations(backend, kernel, example.dtype(), chosen);
    for (KernelCatalog.Installed installed : backend.registry()
        .catalog()
        .implementations(kernel.name())) {
      Implementation implementation = installed.implementation();
      if (implementation.dtype() == example.dtype() && implementation.name().equals(chosen)) {
        implementations.taken.add(implementation);
      }
    }
    return implementations;
  }

  /** The registry knows implementations in the backend's language only, and says so of any other. */
  private boolean isOfThisLanguage(Implementation implementation, KernelCase example) {
    try {
      backend.registry().pipeline(key(implementation, example));
      return true;
    } catch (InvalidCallException refused) {
      if (refused.code().equals(Codes.KERNEL_UNKNOWN)) {
        return false;
      }
      throw refused;
    }
  }

  List<Implementation> all() {
    return List.copyOf(taken);
  }

  /** Those that may be chosen for this case. */
  Set<Implementation> reached(KernelCase input) {
    CaseScope scope = scope(input);
    Set<Implementation> reached = new HashSet<>(taken);
    reached.removeIf(implementation -> implementation.condition().evaluate(scope) == 0);
    return reached;
  }

  /** What this case is to be run through: each implementation that may be chosen for it, or the backend's own way. */
  Map<PipelineKey, Optional<Implementation>> keys(KernelCase input) {
    Map<PipelineKey, Optional<Implementation>> keys = new LinkedHashMap<>();
    for (Implementation implementation : taken) {
      if (implementation.condition().evaluate(scope(input)) != 0) {
        keys.put(key(implementation, input), Optional.of(implementation));
      }
    }
    if (keys.isEmpty() && only == null) {
      KernelRegistry registry = backend.registry();
      keys.put(registry.choose(kernel.name(), dtype, input.constants()), Optional.empty());
    }
    return keys;
  }

  /** Whether the implementation must refuse this case. */
  boolean isOutsideLimits(Implementation implementation, KernelCase input) {
    return implementation.limits()
        .stream()
        .anyMatch(limit -> limit.holds().evaluate(scope(input)) == 0);
  }

  /** The axes along which this case takes several threadgroups. */
  Set<Stretch> stretches(Implementation implementation, KernelCase input) {
    Set<Stretch> found = new HashSet<>();
    CaseScope scope = scope(input);
    if (kernel.work().evaluate(scope) != 0 && !isOutsideLimits(implementation, input)) {
      Geometry geometry = implementation.geometry();
      add(found, implementation, 0, geometry.grid().x(), geometry.threadgroup().x(), scope);
      add(found, implementation, 1, geometry.grid().y(), geometry.threadgroup().y(), scope);
      add(found, implementation, 2, geometry.grid().z(), geometry.threadgroup().z(), scope);
    }
    return found;
  }

  private static void add(Set<Stretch> found, Implementation implementation, int axis, Expr grid,
      Expr group, CaseScope scope) {
    long most = switch (implementation.geometry().form()) {
      case THREADS -> group.evaluate(scope);
      case THREADGROUPS -> 1;
    };
    if (grid.evaluate(scope) > most) {
      found.add(new Stretch(implementation, axis));
    }
  }

  private CaseScope scope(KernelCase input) {
    DeviceProfile profile = backend.profile();
    return new CaseScope(input.constants(), fact -> fact.equals("pipeline.threadsPerThreadgroup")
        ? profile.threads().perThreadgroup()
        : profile.fact(fact));
  }

  private PipelineKey key(Implementation implementation, KernelCase input) {
    Map<String, StructValue> functionConstants = new LinkedHashMap<>();
    for (Parameter.FunctionConstant constant : kernel.functionConstants()) {
      StructValue value = input.constants().get(constant.name());
      if (value != null) {
        functionConstants.put(constant.name(), value);
      }
    }
    return new PipelineKey(kernel.name(), dtype, implementation.name(), functionConstants, false);
  }
}
