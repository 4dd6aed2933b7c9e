package dev.assay.backend.metal.host;

import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.Geometry;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Wrong direct dispatches. */
final class DispatchMutants {
  private final List<Mutant<?>> mutants = new ArrayList<>();

  private DispatchMutants() {}

  static List<Mutant<?>> all() {
    DispatchMutants made = new DispatchMutants();
    made.bindings();
    made.ranges();
    made.inline();
    made.threadgroups();
    made.grids();
    made.conflicts();
    return made.mutants;
  }

  private void add(MetalRule rule, String name, BiConsumer<DispatchScene, Script> change) {
    mutants.add(new Mutant<>(rule, name, DispatchScene::new, change));
  }

  private void bindings() {
    add(MetalRule.PIPELINE_MISSING, "never set", (s, script) -> script.without("mix"));
    add(MetalRule.BINDING_MISSING, "buffer", (s, script) -> script.without("b"));
    add(MetalRule.BINDING_MISSING, "constant", (s, script) -> script.after("encoder", () -> {
      s.encoder.setPipeline(s.scale);
      s.encoder.setBuffer(s.out, 0, 16, Access.READ, 0);
      s.encoder.setBuffer(s.scaled, 0, 16, Access.WRITE_SOME, 1);
      s.encoder.dispatch(Bench.threads(4));
    }));
    add(MetalRule.BINDING_LEFTOVER, "of another kernel", (s, script) -> script.without("total x"));
    add(MetalRule.BINDING_LEFTOVER, "of the kernel itself",
        (s, script) -> script.after("a", () -> s.encoder.setPipeline(s.mix)));
    add(MetalRule.BINDING_UNKNOWN, "index drift",
        (s, script) -> script.after("b",
            () -> s.encoder.setBuffer(s.b, 0, 16, Access.READ, 3)));
    add(MetalRule.BINDING_DOUBLED, "buffer", (s, script) -> script.after("a",
        () -> s.encoder.setBuffer(s.b, 0, 16, Access.READ, 0)));
    add(MetalRule.BINDING_DOUBLED, "constant", (s, script) -> script.after("args",
        () -> s.encoder.setBytes(Bench.args(1, 1, 1), 16, 2)));
    for (int index : new int[] {31, -1}) {
      add(MetalRule.BINDING_INDEX, "buffer " + index, (s, script) -> script.after("a",
          () -> s.encoder.setBuffer(s.a, 0, 16, Access.READ, index)));
      add(MetalRule.BINDING_INDEX, "inline bytes " + index, (s, script) -> script.after("args",
          () -> s.encoder.setBytes(Bench.args(1, 1, 1), 16, index)));
      add(MetalRule.BINDING_INDEX, "threadgroup " + index, (s, script) -> script.after("scratch",
          () -> s.encoder.setThreadgroupMemoryLength(16, index)));
    }
    add(MetalRule.GATE_OPEN, "unbound", (s, script) -> script.after("encoder", () -> {
      s.encoder.setPipeline(s.biased);
      s.encoder.setBuffer(s.a, 0, 16, Access.READ, 0);
      s.encoder.setBuffer(s.plus, 0, 16, Access.WRITE_ALL, 2);
      s.encoder.dispatch(Bench.threads(4));
    }));
    add(MetalRule.GATE_CLOSED, "bound", (s, script) -> {
      MetalPipeline closed = s.bench.pipeline("biased", Bench.bool("has_bias", 0, false));
      script.instead("biased", () -> s.encoder.setPipeline(closed));
    });
    add(MetalRule.ACCESS_CONST, "read write", (s, script) -> script.instead("a",
        () -> s.encoder.setBuffer(s.a, 0, 16, Access.READ_WRITE, 0)));
    add(MetalRule.ACCESS_WRITABLE, "read", (s, script) -> script.instead("out",
        () -> s.encoder.setBuffer(s.out, 0, 16, Access.READ, 2)));
  }

  private void ranges() {
    range("past the end", 4, 16);
    range("negative offset", -4, 8);
    range("negative length", 0, -4);
    range("wrapping sum", 8, Long.MAX_VALUE - 3);
    range("empty at the end", 16, 0);
    add(MetalRule.OFFSET_ALIGNMENT, "eight bytes at four", (s, script) -> script.instead("args",
        () -> s.encoder.setBuffer(s.bench.buffer(0, 3, 4, 1, 0, 0, 0), 4, 16, Access.READ, 2)));
    add(MetalRule.OFFSET_ALIGNMENT, "four bytes at two", (s, script) -> script.instead("a",
        () -> s.encoder.setBuffer(s.a, 2, 8, Access.READ, 0)));
    add(MetalRule.BINDING_LENGTH, "half a struct", (s, script) -> script.instead("args",
        () -> s.encoder.setBytes(Bench.args(3, 4, 1), 8, 2)));
    add(MetalRule.BINDING_LENGTH, "empty struct", (s, script) -> script.instead("args",
        () -> s.encoder.setBuffer(s.b, 0, 0, Access.READ, 2)));
    add(MetalRule.BINDING_LENGTH, "half an element", (s, script) -> script.instead("a",
        () -> s.encoder.setBuffer(s.a, 0, 2, Access.READ, 0)));
    add(MetalRule.MEMORY_READ_ONLY, "wrapped", (s, script) -> {
      MemorySegment page = Arena.ofAuto().allocate(4096, 4096).asReadOnly();
      var wrapped = s.bench.driver().newBuffer(page);
      script.instead("out", () -> s.encoder.setBuffer(wrapped, 0, 16, Access.WRITE_ALL, 2));
    });
  }

  private void range(String name, long offset, long length) {
    add(MetalRule.BUFFER_RANGE, name, (s, script) -> script.instead("b",
        () -> s.encoder.setBuffer(s.b, offset, length, Access.READ, 1)));
  }

  private void inline() {
    MemorySegment large = MemorySegment.ofArray(new byte[8192]);
    for (int length : new int[] {0, 4097, -1, 8193}) {
      add(MetalRule.INLINE_LENGTH, length + " bytes", (s, script) -> script.instead("args",
          () -> s.encoder.setBytes(large, length, 2)));
    }
    add(MetalRule.INLINE_LENGTH, "more than given", (s, script) -> script.instead("args",
        () -> s.encoder.setBytes(Bench.args(3, 4, 1), 32, 2)));
    add(MetalRule.INLINE_WRITABLE, "output", (s, script) -> script.instead("out",
        () -> s.encoder.setBytes(large, 16, 2)));
  }

  private void threadgroups() {
    add(MetalRule.THREADGROUP_MISSING, "argument", (s, script) -> script.without("scratch"));
    add(MetalRule.THREADGROUP_MISSING, "since the pipeline",
        (s, script) -> script.after("scratch", () -> {
          s.encoder.setPipeline(s.total);
          s.encoder.setBuffer(s.a, 0, 16, Access.READ, 0);
          s.encoder.setBuffer(s.sums, 0, 8, Access.WRITE_ALL, 1);
        }));
    add(MetalRule.THREADGROUP_UNKNOWN, "argument", (s, script) -> script.after("scratch",
        () -> s.encoder.setThreadgroupMemoryLength(16, 1)));
    for (int length : new int[] {0, 24, -16}) {
      add(MetalRule.THREADGROUP_LENGTH, length + " bytes",
          (s, script) -> script.instead("scratch",
              () -> s.encoder.setThreadgroupMemoryLength(length, 0)));
    }
    add(MetalRule.THREADGROUP_TOTAL, "argument", (s, script) -> script.instead("scratch",
        () -> s.encoder.setThreadgroupMemoryLength(32_784, 0)));
    add(MetalRule.THREADGROUP_TOTAL, "argument and variable", (s, script) -> {
      MetalPipeline tiled = s.bench.pipeline("tiled");
      script.after("encoder", () -> {
        s.encoder.setPipeline(tiled);
        s.encoder.setBuffer(s.out, 0, 16, Access.WRITE_ALL, 0);
        s.encoder.setThreadgroupMemoryLength(784, 0);
        s.encoder.dispatch(Bench.threads(4));
      });
    });
  }

  private void grids() {
    add(MetalRule.GROUP_SIZE, "device", (s, script) -> script.instead("mix dispatch",
        () -> s.encoder.dispatch(
            new Grid(Geometry.Form.THREADS, 4, 1, 1, 32, 32, 2, List.of()))));
    add(MetalRule.GROUP_SIZE, "product wraps", (s, script) -> script.instead("mix dispatch",
        () -> s.encoder.dispatch(
            new Grid(Geometry.Form.THREADS, 4, 1, 1, 1 << 16, 1 << 16, 1 << 16, List.of()))));
    add(MetalRule.GROUP_SIZE, "pipeline", (s, script) -> {
      MetalPipeline narrow = s.bench.pipeline("narrow");
      script.after("encoder", () -> {
        s.encoder.setPipeline(narrow);
        s.encoder.setBuffer(s.out, 0, 16, Access.WRITE_ALL, 0);
        s.encoder.dispatch(Bench.grid(Geometry.Form.THREADS, 4, 65));
      });
    });
    empty("grid", new Grid(Geometry.Form.THREADS, 4, 0, 1, 4, 1, 1, List.of()));
    empty("group", new Grid(Geometry.Form.THREADGROUPS, 4, 1, 1, 4, 1, 0, List.of()));
    empty("negative", new Grid(Geometry.Form.THREADS, -4, 1, 1, 4, 1, 1, List.of()));
    large("threads", new Grid(Geometry.Form.THREADS, 1L << 32, 1, 1, 4, 1, 1, List.of()));
    large("groups",
        new Grid(Geometry.Form.THREADGROUPS, 1, 1L << 30, 1, 1, 4, 1, List.of()));
    large("wrapping groups",
        new Grid(Geometry.Form.THREADGROUPS, 1, 1, 1L << 62, 1, 1, 4, List.of()));
  }

  private void empty(String name, Grid grid) {
    add(MetalRule.GRID_EMPTY, name,
        (s, script) -> script.instead("mix dispatch", () -> s.encoder.dispatch(grid)));
  }

  private void large(String name, Grid grid) {
    add(MetalRule.GRID_RANGE, name,
        (s, script) -> script.instead("mix dispatch", () -> s.encoder.dispatch(grid)));
  }

  private void conflicts() {
    add(MetalRule.CONFLICT, "read after write", (s, script) -> script.without("barrier"));
    add(MetalRule.CONFLICT, "write after write", (s, script) -> script.instead("plus",
        () -> s.encoder.setBuffer(s.scaled, 0, 16, Access.WRITE_ALL, 2)));
    add(MetalRule.CONFLICT, "write after read", (s, script) -> script.instead("plus",
        () -> s.encoder.setBuffer(s.out, 0, 16, Access.WRITE_ALL, 2)));
    add(MetalRule.CONFLICT, "views by four bytes", (s, script) -> {
      var both = s.bench.empty(7);
      script.instead("y", () -> s.encoder.setBuffer(both, 0, 16, Access.WRITE_SOME, 1))
          .instead("plus", () -> s.encoder.setBuffer(both, 12, 16, Access.WRITE_ALL, 2));
    });
  }
}
