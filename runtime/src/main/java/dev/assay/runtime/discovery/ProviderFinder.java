package dev.assay.runtime.discovery;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds all providers of a kind, each once however many ways lead to it. */
final class ProviderFinder {
  private ProviderFinder() {}

  /**
   * The candidates of a search path and those that an application binds itself. The same class from the same place is
   * one provider: a jar on class path and module path, or seen by two loaders, is no second jar. What is bound comes
   * first and so stands for its class.
   */
  static <S> List<Candidate<S>> find(Class<S> service, SearchPath path,
      Collection<? extends S> bound) {
    List<Candidate<S>> all = new ArrayList<>();
    for (S provider : bound) {
      Class<?> type = provider.getClass();
      all.add(new Candidate.Loadable<>(type.getName(), Origin.bound(type), () -> provider));
    }
    int boundCount = all.size();
    ModuleProviders<S> modules = new ModuleProviders<>(service, path.layers());
    all.addAll(modules.found());
    for (ClassLoader loader : path.loaders()) {
      all.addAll(JarProviders.find(service, loader, modules));
    }
    record Key(String className, String jar) {}
    Set<Key> seen = new HashSet<>();
    List<Candidate<S>> distinct = new ArrayList<>();
    for (Candidate<S> candidate : all) {
      // Two bound instances of one class are two providers: their ids tell them apart.
      boolean first = seen.add(new Key(candidate.className(), candidate.origin().jar()));
      if (first || distinct.size() < boundCount) {
        distinct.add(candidate);
      }
    }
    return distinct;
  }
}
