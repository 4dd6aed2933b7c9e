package dev.assay.msl.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.msl.MslBuild;
import dev.assay.msl.reader.MslSource;
import dev.assay.msl.reader.text.SourcePart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;

/** Whatever became of a cache's files, an entry is found as it was written or not at all. */
class DamagedCacheTest {
  private static final String KEY = "0123abcd";
  private static final List<String> FILES = List.of("seal.txt", "entry.txt", KernelCache.LIBRARY);
  private static final KernelEntry ENTRY = new KernelEntry("twice",
      List.of(
          new KernelBinding(KernelBinding.Kind.BUFFER, "x", 0, "float", true, false),
          new KernelBinding(KernelBinding.Kind.BUILT_IN, "", -1, "thread_position_in_grid", true,
              true)),
      KernelEntry.Strategy.LOOP);
  private static final MslSource SOURCE =
      MslSource.of("twice.metal", "#include \"a.h\"\n#include \"b.h\"\n")
          .withIncludes((name, includer, quoted) -> name.equals("a.h")
              ? Optional.of(SourcePart.of("a.h", "int a;"))
              : Optional.empty());

  private PrivateFolder folder;
  private KernelCache cache;
  private Path entry;

  @BeforeProperty
  void publish() throws IOException {
    folder = PrivateFolder.open(Files.createTempDirectory("damaged-cache"));
    cache = new KernelCache(folder, MslBuild.FAST);
    Path work = folder.newWorkFolder();
    Files.write(work.resolve(KernelCache.LIBRARY), new byte[] {1, 2, 3, 4, 5});
    IncludeRecord included = new IncludeRecord(SOURCE);
    included.find("a.h", SOURCE.parts().getFirst(), true);
    included.find("b.h", SOURCE.parts().getFirst(), true);
    cache.publish(KEY, SOURCE, work, ENTRY, included.lines());
    entry = folder.path().resolve("kernel-" + KEY);
    assertThat(found()).isTrue();
  }

  @AfterProperty
  void clear() {
    PrivateFolder.delete(folder.path());
  }

  @Property(tries = 120)
  void changedBytesGiveTheSameEntryOrNone(@ForAll @IntRange(max = 2) int which,
      @ForAll @IntRange(max = 10_000) int place, @ForAll byte value) throws IOException {
    Path file = entry.resolve(FILES.get(which));
    byte[] whole = Files.readAllBytes(file);
    byte[] damaged = whole.clone();
    damaged[place % damaged.length] = value;

    withContent(file, whole, damaged);
  }

  @Property(tries = 50)
  void truncatedFilesGiveTheSameEntryOrNone(@ForAll @IntRange(max = 2) int which,
      @ForAll @IntRange(max = 10_000) int length) throws IOException {
    Path file = entry.resolve(FILES.get(which));
    byte[] whole = Files.readAllBytes(file);

    withContent(file, whole, Arrays.copyOf(whole, length % whole.length));
  }

  /** A seal that fits all files, so that what it says of includes is read. */
  @Property(tries = 120)
  void anyRecordOfIncludesGivesTheSameEntryOrNone(
      @ForAll @Size(max = 4) List<@From("records") String> records) throws IOException {
    Path seal = entry.resolve(FILES.getFirst());
    byte[] whole = Files.readAllBytes(seal);
    List<String> sealed = Files.readAllLines(seal).subList(0, 3);

    withContent(seal, whole, (String.join("\n", sealed) + "\n" + String.join("\n", records))
        .getBytes(StandardCharsets.UTF_8));
  }

  @Provide
  Arbitrary<String> records() {
    Arbitrary<String> words = Arbitraries.of("0", "1", "-1", "99999999999", "true", "false",
        "absent", "a.h", "b.h", "../a.h", "\0", "");
    return Arbitraries.oneOf(words.list().ofMaxSize(5).map(list -> String.join(" ", list)),
        Arbitraries.strings().ofMaxLength(12));
  }

  /** An entry that nobody sealed is not read; one that is sealed with other content is no entry either. */
  @Property(tries = 120)
  void anySealedEntryIsReadOrNone(@ForAll @Size(max = 4) List<@From("bindings") String> lines)
      throws IOException {
    Path file = entry.resolve(FILES.get(1));
    Path seal = entry.resolve(FILES.getFirst());
    byte[] whole = Files.readAllBytes(file);
    byte[] sealed = Files.readAllBytes(seal);
    byte[] content = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    List<String> matching = Files.readAllLines(seal);
    matching.set(2, new Hash().add(content).finish());
    Files.write(file, content);
    Files.write(seal, matching);
    try {
      cache.find(KEY, SOURCE);
    } finally {
      Files.write(file, whole);
      Files.write(seal, sealed);
    }
  }

  @Provide
  Arbitrary<String> bindings() {
    Arbitrary<String> words = Arbitraries.of("BUFFER", "BUILT_IN", "LOOP", "FIBERS", "x", "0", "-1",
        "99999999999", "float", "true", "");
    return words.list().ofMaxSize(7).map(list -> String.join("\t", list));
  }

  private void withContent(Path file, byte[] whole, byte[] damaged) throws IOException {
    Files.write(file, damaged);
    try {
      found();
    } finally {
      Files.write(file, whole);
    }
  }

  /** Whether the entry is found; one that is found is the one that was written. */
  private boolean found() {
    Optional<CompiledKernel> found = cache.find(KEY, SOURCE);
    found.ifPresent(kernel -> {
      assertThat(kernel.entry()).isEqualTo(ENTRY);
      assertThat(kernel.library()).hasBinaryContent(new byte[] {1, 2, 3, 4, 5});
    });
    return found.isPresent();
  }
}
