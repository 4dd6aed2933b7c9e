package dev.assay.parity.trial;

import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.data.Bytes;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Parameter;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.apiguardian.api.API;

/**
 * A content laid out in device memory: every view lies at an offset that is not zero, between guards. After the run
 * {@link #collect()} brings all of that memory back, so that checks see what lies around a view too. Not thread-safe.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class Arrangement implements AutoCloseable {
  /** Wide enough for a tile of 64 floats that is stored past its edge. */
  private static final int GUARD_BYTES = 512;
  private static final int ALIGNMENT_BYTES = 16;

  /** A buffer, what was put into it and what is in it now. */
  private static final class Region {
    final Buffer buffer;
    final byte[] put;
    final byte[] found;

    Region(Buffer buffer, byte[] put) {
      this.buffer = buffer;
      this.put = put;
      this.found = put.clone();
    }
  }

  private final Content content;
  private final Layout layout;
  private final Map<String, String> sharedWith;
  private final Map<Buffer, Region> regions = new LinkedHashMap<>();
  private final Map<String, BufferView> views = new LinkedHashMap<>();

  /** Lays the content out on this backend. */
  public Arrangement(Backend backend, Content content, Layout layout) {
    this.content = content;
    this.layout = layout;
    this.sharedWith = layout.inPlace() ? inPlace(content) : Map.of();
    List<String> own = content.before()
        .keySet()
        .stream()
        .filter(name -> !sharedWith.containsKey(name))
        .toList();
    if (layout.together()) {
      place(backend, own);
    } else {
      own.forEach(name -> place(backend, List.of(name)));
    }
    sharedWith.forEach((output, input) -> {
      BufferView view = view(input);
      views.put(output, view);
    });
  }

  /** For an output its input, for the first pair that may and can be one view. */
  private static Map<String, String> inPlace(Content content) {
    for (KernelDeclaration.InPlace pair : content.kernel().inPlace()) {
      Elements input = content.before().get(pair.input());
      Elements output = content.before().get(pair.output());
      if (input != null && output != null && input.dtype() == output.dtype()
          && input.length() == output.length()
          && pair.condition().evaluate(content.scope()) != 0) {
        return Map.of(pair.output(), pair.input());
      }
    }
    return Map.of();
  }

  private void place(Backend backend, List<String> names) {
    Map<String, Long> offsets = new LinkedHashMap<>();
    long cursor = GUARD_BYTES;
    for (String name : names) {
      Elements elements = before(name);
      long offset = Math.ceilDiv(cursor, ALIGNMENT_BYTES) * (long) ALIGNMENT_BYTES
          + (long) layout.shift() * elements.dtype().sizeBytes();
      offsets.put(name, offset);
      cursor = offset + elements.memory().byteSize() + GUARD_BYTES;
    }
    byte[] image = new byte[Math.toIntExact(cursor)];
    MemorySegment memory = MemorySegment.ofArray(image);
    (layout.nanGuards() ? Pattern.NAN : Pattern.WRITTEN_BY_NOBODY).fill(memory);
    offsets.forEach((name, offset) -> {
      MemorySegment put = before(name).memory();
      Bytes.copy(put, 0, memory, offset, put.byteSize());
    });
    Buffer buffer = backend.allocate(cursor, String.join("+", names));
    regions.put(buffer, new Region(buffer, image));
    buffer.write(0, memory);
    offsets.forEach((name, offset) -> views.put(name,
        buffer.view(before(name).dtype(), offset, before(name).length())));
  }

  private Elements before(String parameter) {
    return Objects.requireNonNull(content.before().get(parameter), parameter);
  }

  /** What was laid out. */
  public Content content() {
    return content;
  }

  /** How it lies. */
  public Layout layout() {
    return layout;
  }

  /** The view of each buffer that exists. */
  public Map<String, BufferView> views() {
    return Collections.unmodifiableMap(views);
  }

  /** The view of this buffer. */
  public BufferView view(String parameter) {
    return Objects.requireNonNull(views.get(parameter), parameter);
  }

  /** What the written buffer must hold afterwards. */
  public Elements expected(String output) {
    Elements stated = Objects.requireNonNull(content.expected().get(output), output);
    String input = sharedWith.get(output);
    if (input == null) {
      return stated;
    }
    // Behind what is written lies the input and not what the output alone would have held.
    Elements whole = Elements.zeros(stated.dtype(), stated.length());
    Bytes.copy(before(input).memory(), whole.memory());
    Parameter.Buffer buffer =
        (Parameter.Buffer) content.kernel().parameter(output).orElseThrow();
    long written = content.isEmpty() ? 0 : content.scope().touched(buffer);
    Bytes.copy(stated.slice(0, written).memory(), whole.slice(0, written).memory());
    return whole;
  }

  /** Whether a read buffer is written through another parameter. */
  public boolean isOverwritten(String parameter) {
    return sharedWith.containsValue(parameter);
  }

  /** Whether a written buffer lies where a read one lay. */
  public boolean isInPlace(String parameter) {
    return sharedWith.containsKey(parameter);
  }

  /** Every constant bound to its value; the buffers are left to the caller. */
  public Bindings constants() {
    Bindings bindings = new Bindings();
    for (Parameter parameter : content.kernel().parameters()) {
      if (parameter instanceof Parameter.Constant constant) {
        bindings.constant(constant.name(),
            Objects.requireNonNull(content.constants().get(constant.name()), constant.name()));
      }
    }
    return bindings;
  }

  /** Everything bound to its view or value. */
  public Bindings bindings() {
    Bindings bindings = constants();
    views.forEach(bindings::buffer);
    return bindings;
  }

  /**
   * The views for the same dispatch on another round's inputs into this round's outputs. Done before this round, it must
   * leave nothing behind, so that whoever loses the order of the two shows. Empty where it would leave something: an output
   * that is not written as a whole, one that lies where an input does, or no work.
   */
  public Optional<Map<String, BufferView>> decoy(Arrangement other) {
    if (content.isEmpty() || !sharedWith.isEmpty()) {
      return Optional.empty();
    }
    Map<String, BufferView> decoy = new LinkedHashMap<>();
    for (String name : views.keySet()) {
      Parameter.Buffer buffer = (Parameter.Buffer) content.kernel().parameter(name).orElseThrow();
      if (buffer.access().writes() && buffer.access() != Access.WRITE_ALL) {
        return Optional.empty();
      }
      decoy.put(name, buffer.access().writes() ? view(name) : other.view(name));
    }
    return Optional.of(decoy);
  }

  /** Copies all memory back from the device, views and guards. */
  public void collect() {
    for (Region region : regions.values()) {
      region.buffer.read(0, MemorySegment.ofArray(region.found));
    }
  }

  /** The buffer's content as collected. */
  public Elements found(String parameter) {
    BufferView view = view(parameter);
    MemorySegment memory =
        MemorySegment.ofArray(Objects.requireNonNull(regions.get(view.buffer())).found);
    return Elements.over(view.dtype(), memory.asSlice(view.offsetBytes(), view.lengthBytes()));
  }

  /** The first byte outside all views that is not what was put there, in words. */
  public Optional<String> damage() {
    return regions.values().stream().flatMap(region -> damage(region).stream()).findFirst();
  }

  private Optional<String> damage(Region region) {
    List<BufferView> within = views.values()
        .stream()
        .filter(view -> view.buffer().equals(region.buffer))
        .distinct() // in place, two parameters share one
        .sorted(Comparator.comparingLong(BufferView::offsetBytes))
        .toList();
    int start = 0;
    for (BufferView view : within) {
      OptionalInt wrong = mismatch(region, start, Math.toIntExact(view.offsetBytes()));
      if (wrong.isPresent()) {
        return Optional.of(describe(region, wrong.getAsInt()));
      }
      start = Math.toIntExact(view.offsetBytes() + view.lengthBytes());
    }
    OptionalInt wrong = mismatch(region, start, region.put.length);
    return wrong.isPresent() ? Optional.of(describe(region, wrong.getAsInt())) : Optional.empty();
  }

  private static OptionalInt mismatch(Region region, int from, int to) {
    int place = Arrays.mismatch(region.put, from, to, region.found, from, to);
    return place < 0 ? OptionalInt.empty() : OptionalInt.of(from + place);
  }

  private String describe(Region region, int place) {
    String nearest = views.entrySet()
        .stream()
        .filter(each -> each.getValue().buffer().equals(region.buffer))
        .min(Comparator.comparingLong(each -> distance(each.getValue(), place)))
        .map(each -> "nearest to '" + each.getKey() + "', bytes " + each.getValue().offsetBytes()
            + " to " + (each.getValue().offsetBytes() + each.getValue().lengthBytes()))
        .orElse("in no view's buffer");
    return "byte " + place + " of a buffer, which no view covers (" + nearest + "), became "
        + (region.found[place] & 0xFF) + " instead of " + (region.put[place] & 0xFF);
  }

  private static long distance(BufferView view, long place) {
    return Math.max(view.offsetBytes() - place,
        place - view.offsetBytes() - view.lengthBytes() + 1);
  }

  @Override
  public void close() {
    regions.keySet().forEach(Buffer::close);
  }
}
