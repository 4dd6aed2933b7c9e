package dev.assay.msl.compiler;

import dev.assay.msl.MslBuild;
import dev.assay.msl.reader.MslSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Compiled kernels on disk. An entry records the hash of each of its files and of each header that
 * the source included; one that does not match is no entry.
 */
final class KernelCache {
  static final String LIBRARY = "kernel.so";
  private static final String ENTRY = "entry.txt";
  private static final String SEAL = "seal.txt";

  private final PrivateFolder cache;

  private final MslBuild build;

  KernelCache(PrivateFolder cache, MslBuild build) {
    this.cache = cache;
    this.build = build;
  }

  /** The entry, where it is whole and all that it was made from is unchanged. */
  Optional<CompiledKernel> find(String key, MslSource source) {
    Path folder = cache.path().resolve("kernel-" + key);
    try {
      if (!Files.isRegularFile(folder.resolve(SEAL), LinkOption.NOFOLLOW_LINKS)) {
        return Optional.empty();
      }
      List<String> seal = Files.readAllLines(folder.resolve(SEAL));
      if (seal.size() < 3 || !seal.get(0).equals(key)
          || !seal.get(1).equals(hash(folder.resolve(LIBRARY)))
          || !seal.get(2).equals(hash(folder.resolve(ENTRY)))) {
        return Optional.empty();
      }
      if (!IncludeRecord.holds(source, seal.subList(3, seal.size()))) {
        return Optional.empty();
      }
      KernelEntry entry = read(Files.readAllLines(folder.resolve(ENTRY)));
      return Optional.of(new CompiledKernel(entry, folder.resolve(LIBRARY),
          EntryWriter.symbol(entry, build), build,
          false));
    } catch (IOException | IndexOutOfBoundsException | IllegalArgumentException e) {
      // Damaged: it is compiled again.
      return Optional.empty();
    }
  }

  /** Seals a work folder that holds the library and publishes it. */
  CompiledKernel publish(
      String key, MslSource source, Path work, KernelEntry entry, List<String> included) {
    try {
      Files.write(work.resolve(ENTRY), write(entry));
      List<String> seal = new ArrayList<>();
      seal.add(key);
      seal.add(hash(work.resolve(LIBRARY)));
      seal.add(hash(work.resolve(ENTRY)));
      seal.addAll(included);
      Files.write(work.resolve(SEAL), seal);
    } catch (IOException e) {
      PrivateFolder.delete(work);
      throw new UncheckedIOException(e);
    }
    String name = "kernel-" + key;
    // An entry that find() refused must not stand in the way.
    if (find(key, source).isEmpty()) {
      PrivateFolder.delete(cache.path().resolve(name));
    }
    Path folder = cache.publish(work, name);
    return new CompiledKernel(entry, folder.resolve(LIBRARY), EntryWriter.symbol(entry, build),
        build, true);
  }

  private static String hash(Path file) throws IOException {
    return new Hash().add(Files.readAllBytes(file)).finish();
  }

  private static List<String> write(KernelEntry entry) {
    List<String> lines = new ArrayList<>();
    lines.add(entry.name());
    lines.add(entry.strategy().name());
    for (KernelBinding binding : entry.bindings()) {
      lines.add(
          String.join("\t", binding.kind().name(), binding.name(),
              Integer.toString(binding.index()), binding.type(),
              Boolean.toString(binding.readOnly()), Boolean.toString(binding.optional())));
    }
    return lines;
  }

  private static KernelEntry read(List<String> lines) {
    List<KernelBinding> bindings = new ArrayList<>();
    for (String line : lines.subList(2, lines.size())) {
      String[] parts = line.split("\t", -1);
      bindings.add(
          new KernelBinding(
              KernelBinding.Kind.valueOf(parts[0]), parts[1], Integer.parseInt(parts[2]), parts[3],
              Boolean.parseBoolean(parts[4]), Boolean.parseBoolean(parts[5])));
    }
    return new KernelEntry(
        lines.get(0), bindings, KernelEntry.Strategy.valueOf(lines.get(1)));
  }
}
