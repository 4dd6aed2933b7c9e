package dev.assay.parity.trial;

import dev.assay.spi.data.Bytes;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Parameter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * What one dispatch finds in its buffers and what it must leave there. An output that is written as a whole starts as
 * the complement of its expected bits: an element that nobody writes is then wrong whatever was expected. Its elements are
 * read-only.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class Content {
  private static final byte ALL_BITS = (byte) 0xFF;

  private final KernelDeclaration kernel;
  private final DType dtype;
  private final Map<String, StructValue> constants;
  private final Map<String, Elements> given;
  private final Map<String, Long> lengths;
  private final @Nullable GoldenCase golden;
  private final boolean nonFinite;
  private final Map<String, Elements> before = new LinkedHashMap<>();
  private final Map<String, Elements> expected = new LinkedHashMap<>();

  private Content(
      KernelDeclaration kernel, DType dtype, Map<String, StructValue> constants,
      Map<String, Elements> given, Map<String, Long> lengths, @Nullable GoldenCase golden,
      boolean nonFinite) {
    this.kernel = kernel;
    this.dtype = dtype;
    this.constants = constants;
    this.given = given;
    this.lengths = lengths;
    this.golden = golden;
    this.nonFinite = nonFinite;
    Map<String, Elements> results =
        golden == null ? referenceResults((byte) 0) : golden.expected();
    forEachBuffer(buffer -> {
      Elements result = results.get(buffer.name());
      if (!buffer.access().writes() || result == null) {
        before.put(buffer.name(), givenOrEmpty(buffer).asReadOnly());
      } else {
        lay(buffer, result);
      }
    });
  }

  /** A case whose results the reference function states. */
  public static Content of(KernelDeclaration kernel, KernelCase input) {
    return of(kernel, input, null);
  }

  /** A case whose results come from elsewhere. */
  public static Content of(KernelDeclaration kernel, GoldenCase golden) {
    return of(kernel, golden.input(), golden);
  }

  private static Content of(KernelDeclaration kernel, KernelCase input,
      @Nullable GoldenCase golden) {
    CaseScope scope = new CaseScope(input.constants());
    Map<String, Elements> given = new LinkedHashMap<>();
    Map<String, Long> lengths = new LinkedHashMap<>();
    for (Parameter parameter : kernel.parameters()) {
      if (parameter instanceof Parameter.Buffer buffer && scope.has(buffer)) {
        long touched = scope.touched(buffer);
        lengths.put(buffer.name(), touched);
        Elements content = input.inputs().get(buffer.name());
        if (content != null) {
          given.put(buffer.name(), content.slice(0, touched));
        }
      }
    }
    return new Content(kernel, input.dtype(), input.constants(), given, lengths, golden,
        golden != null || input.nonFinite());
  }

  /**
   * The same constants on other data: the elements of every buffer that is read, rotated. What an element may be does
   * not depend on its place, so indices and masks stay valid.
   */
  public Content rotated(int by) {
    Map<String, Elements> moved = new LinkedHashMap<>();
    given.forEach((name, content) -> moved.put(name, rotate(content, by)));
    return new Content(kernel, dtype, constants, moved, lengths, null, nonFinite);
  }

  /** The same data and the same views with another value of a constant, which must touch no more than this one. */
  public Content with(String parameter, StructValue value) {
    Map<String, StructValue> other = new LinkedHashMap<>(constants);
    other.put(parameter, value);
    return new Content(kernel, dtype, other, given, lengths, null, nonFinite);
  }

  /** The kernel. */
  public KernelDeclaration kernel() {
    return kernel;
  }

  /** The dtype of the pipeline. */
  public DType dtype() {
    return dtype;
  }

  /** Every constant and function constant. */
  public Map<String, StructValue> constants() {
    return constants;
  }

  /** What its expressions refer to. */
  public CaseScope scope() {
    return new CaseScope(constants);
  }

  /** Whether there is nothing to do. */
  public boolean isEmpty() {
    return kernel.work().evaluate(scope()) == 0;
  }

  /** The content of every buffer that exists, before the dispatch. */
  public Map<String, Elements> before() {
    return Collections.unmodifiableMap(before);
  }

  /** The content of every written buffer afterwards, the whole of its view. */
  public Map<String, Elements> expected() {
    return Collections.unmodifiableMap(expected);
  }

  /** The part of each expected result that these constants reach. */
  public Map<String, Elements> reached() {
    Map<String, Elements> parts = new LinkedHashMap<>();
    forEachBuffer(buffer -> {
      Elements result = expected.get(buffer.name());
      if (result != null) {
        parts.put(buffer.name(),
            result.slice(0, Math.min(result.length(), scope().touched(buffer))));
      }
    });
    return parts;
  }

  /** Where the expected values come from, or null when the reference function states them. */
  public @Nullable GoldenCase golden() {
    return golden;
  }

  /** Whether NaN or infinity may be expected: the case means it, or there is one among the inputs. */
  public boolean intendsNonFinite() {
    return nonFinite || given.values().stream().anyMatch(Content::hasNonFinite);
  }

  /** Whether the reference gives one result whatever its outputs hold before, so that it says all of the result. */
  boolean isDetermined() {
    Map<String, Elements> zeros = referenceResults((byte) 0);
    Map<String, Elements> ones = referenceResults(ALL_BITS);
    return zeros.entrySet()
        .stream()
        .allMatch(each -> each.getValue()
            .sameBits(Objects.requireNonNull(ones.get(each.getKey()))));
  }

  private static boolean hasNonFinite(Elements content) {
    for (long i = 0; content.dtype().isFloat() && i < content.length(); i++) {
      if (!Double.isFinite(content.getDouble(i))) {
        return true;
      }
    }
    return false;
  }

  private void forEachBuffer(Consumer<Parameter.Buffer> action) {
    for (Parameter parameter : kernel.parameters()) {
      if (parameter instanceof Parameter.Buffer buffer && lengths.containsKey(buffer.name())) {
        action.accept(buffer);
      }
    }
  }

  private long length(Parameter.Buffer buffer) {
    return Objects.requireNonNull(lengths.get(buffer.name()));
  }

  private Elements givenOrEmpty(Parameter.Buffer buffer) {
    Elements content = given.get(buffer.name());
    return content == null ? pattern(buffer.type(dtype), length(buffer)) : content;
  }

  /** What the reference writes into the part of each buffer that these constants touch. */
  private Map<String, Elements> referenceResults(byte fill) {
    Map<String, Elements> buffers = new LinkedHashMap<>();
    Map<String, Elements> results = new LinkedHashMap<>();
    CaseScope scope = scope();
    forEachBuffer(buffer -> {
      long touched = scope.touched(buffer);
      Elements content;
      if (!buffer.access().writes()) {
        content = givenOrEmpty(buffer).slice(0, touched);
      } else {
        content = Elements.zeros(buffer.type(dtype), touched);
        if (buffer.access() == Access.WRITE_ALL) {
          content.memory().fill(fill);
        } else {
          Bytes.copy(givenOrEmpty(buffer).slice(0, touched).memory(), content.memory());
        }
        results.put(buffer.name(), content);
      }
      buffers.put(buffer.name(), content);
    });
    HostReference.run(kernel, dtype, constants, buffers);
    return results;
  }

  private void lay(Parameter.Buffer buffer, Elements result) {
    DType type = buffer.type(dtype);
    long length = length(buffer);
    // A golden result of another type or length is reported by the check of lengths; here it must only do no harm.
    long stated = result.dtype() == type ? Math.min(result.length(), length) : 0;
    Elements start = buffer.access() == Access.WRITE_ALL
        ? pattern(type, length)
        : givenOrEmpty(buffer);
    Elements end = copy(start);
    if (!isEmpty()) {
      Bytes.copy(result.memory(), 0, end.memory(), 0, stated * type.sizeBytes());
      if (buffer.access() == Access.WRITE_ALL) {
        complement(end.slice(0, stated).memory(), start.memory());
      }
    }
    before.put(buffer.name(), start.asReadOnly());
    expected.put(buffer.name(), end.asReadOnly());
  }

  private static void complement(MemorySegment from, MemorySegment to) {
    for (long i = 0; i < from.byteSize(); i++) {
      to.set(ValueLayout.JAVA_BYTE, i,
          (byte) ~from.get(ValueLayout.JAVA_BYTE, i));
    }
  }

  private static Elements pattern(DType type, long length) {
    Elements content = Elements.zeros(type, length);
    Pattern.WRITTEN_BY_NOBODY.fill(content.memory());
    return content;
  }

  private static Elements copy(Elements content) {
    Elements copy = Elements.zeros(content.dtype(), content.length());
    Bytes.copy(content.memory(), copy.memory());
    return copy;
  }

  private static Elements rotate(Elements content, int by) {
    if (content.length() < 2) {
      return content;
    }
    long shift = by % content.length();
    Elements moved = Elements.zeros(content.dtype(), content.length());
    long head = content.length() - shift;
    Bytes.copy(content.slice(0, head).memory(), moved.slice(shift, head).memory());
    Bytes.copy(content.slice(head, shift).memory(), moved.slice(0, shift).memory());
    return moved;
  }
}
