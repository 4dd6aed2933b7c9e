package dev.assay.runtime.tensor;

import dev.assay.runtime.RuntimeCodes;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.PluginException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.op.OpLibrary;
import dev.assay.spi.op.TensorScope;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The operation libraries of one scope, each made on first use. Belongs to the scope's thread. */
final class ScopeLibraries {
  private final TensorScope scope;
  private final List<OpLibrary<?>> installed;
  private final Map<Class<?>, Object> made = new HashMap<>();

  ScopeLibraries(TensorScope scope, List<OpLibrary<?>> installed) {
    this.scope = scope;
    this.installed = installed;
  }

  <T> T get(Class<T> type) {
    Object library = made.get(type);
    if (library == null) {
      library = make(type);
      made.put(type, library);
    }
    return type.cast(library);
  }

  private <T> Object make(Class<T> type) {
    OpLibrary<?> library = installed.stream()
        .filter(each -> each.type() == type)
        .findFirst()
        .orElseThrow(() -> unknown(type));
    try {
      Object instance = library.factory().apply(scope);
      if (type.isInstance(instance)) {
        return instance;
      }
      throw new PluginException(
          Problem
              .of(RuntimeCodes.PLUGIN_CONTRACT,
                  "the factory of operation library " + type.getName() + " made something else")
              .expected(type.getName(), String.valueOf(instance)));
    } catch (AssayException stated) {
      throw stated;
    } catch (RuntimeException | LinkageError failure) {
      throw new PluginException(
          Problem.of(RuntimeCodes.PLUGIN_CONTRACT,
              "the factory of operation library " + type.getName() + " failed"),
          failure);
    }
  }

  private InvalidCallException unknown(Class<?> type) {
    List<String> known = installed.stream().map(library -> library.type().getName()).toList();
    return new InvalidCallException(
        Problem
            .of(RuntimeCodes.LIBRARY_UNKNOWN,
                "no plugin registers " + type.getName() + " as an operation library")
            .at("ops")
            .remedy(NearestNames.advice(type.getName(), known)));
  }
}
