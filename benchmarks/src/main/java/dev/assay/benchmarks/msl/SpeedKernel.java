package dev.assay.benchmarks.msl;

import dev.assay.msl.MslKernel;
import dev.assay.msl.MslRuntime;
import dev.assay.msl.exec.Geometry;
import dev.assay.msl.exec.Size3;
import dev.assay.msl.reader.MslSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/** The kernels of {@code speed.metal}, with memory of their own and the work that is timed. */
enum SpeedKernel {
  AXPY("axpy", "y = a·x + y over 1 M floats"),
  TREE_SUM("tree_sum", "tree reduction, 1,000 groups of 1,024 floats, 256 threads"),
  TILED_MATMUL("tiled_matmul", "matmul 256 × 256 × 256, tiles of 16 × 16"),
  SOFTMAX("softmax", "softmax, 256 rows of 1,024, simdgroup reductions"),
  MATVEC_Q8_0("matvec_q8_0", "Q8_0 mat-vec, 1,024 rows of 4,096, a simdgroup for each");

  private static final int MILLION = 1 << 20;

  final String kernel;
  final String title;

  SpeedKernel(String kernel, String title) {
    this.kernel = kernel;
    this.title = title;
  }

  static MslSource source() {
    try (InputStream in = SpeedKernel.class.getResourceAsStream("speed.metal")) {
      return MslSource.of("speed.metal", new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One run of the kernel over memory that stays. */
  Runnable work(MslRuntime runtime, Arena arena) {
    MslKernel compiled = runtime.kernel(source(), kernel);
    return switch (this) {
      case AXPY -> axpy(compiled, arena, MILLION);
      case TREE_SUM -> {
        MemorySegment x = floats(arena, 1000 * 1024);
        MemorySegment out = floats(arena, 1000);
        Geometry geometry = groups(1000, 256);
        yield () -> compiled.dispatch().bind("x", x).bind("out", out).run(geometry);
      }
      case TILED_MATMUL -> {
        MemorySegment a = floats(arena, 256 * 256);
        MemorySegment b = floats(arena, 256 * 256);
        MemorySegment c = floats(arena, 256 * 256);
        Geometry geometry = Geometry.groups(new Size3(16, 16, 1), new Size3(16, 16, 1));
        yield () -> compiled.dispatch()
            .bind("a", a)
            .bind("b", b)
            .bind("c", c)
            .bind("n", (Object) 256)
            .run(geometry);
      }
      case SOFTMAX -> {
        MemorySegment x = floats(arena, 256 * 1024);
        MemorySegment out = floats(arena, 256 * 1024);
        Geometry geometry = groups(256, 128);
        yield () -> compiled.dispatch()
            .bind("x", x)
            .bind("out", out)
            .bind("columns", (Object) 1024)
            .run(geometry);
      }
      case MATVEC_Q8_0 -> {
        MemorySegment weights = arena.allocate(1024L * 128 * 34, 64);
        MemorySegment x = floats(arena, 4096);
        MemorySegment out = floats(arena, 1024);
        Geometry geometry = groups(1024, 32);
        yield () -> compiled.dispatch()
            .bind("weights", weights)
            .bind("x", x)
            .bind("out", out)
            .bind("blocks", (Object) 128)
            .run(geometry);
      }
    };
  }

  static Runnable axpy(MslRuntime runtime, Arena arena, int length) {
    return axpy(runtime.kernel(source(), AXPY.kernel), arena, length);
  }

  private static Runnable axpy(MslKernel compiled, Arena arena, int length) {
    MemorySegment x = floats(arena, length);
    MemorySegment y = floats(arena, length);
    Geometry geometry = Geometry.threads(Size3.of(length), Size3.of(256));
    return () -> compiled.dispatch()
        .bind("x", x)
        .bind("y", y)
        .bind("a", (Object) 0.5f)
        .run(geometry);
  }

  private static Geometry groups(int groups, int threads) {
    return Geometry.groups(Size3.of(groups), Size3.of(threads));
  }

  static MemorySegment floats(Arena arena, int length) {
    MemorySegment memory = arena.allocate(4L * length, 64);
    for (int i = 0; i < length; i++) {
      memory.setAtIndex(ValueLayout.JAVA_FLOAT, i, (i * 37 % 101) / 101f);
    }
    return memory;
  }
}
