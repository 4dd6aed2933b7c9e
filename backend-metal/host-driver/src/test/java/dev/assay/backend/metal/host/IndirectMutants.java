package dev.assay.backend.metal.host;

import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.spi.kernel.Access;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;

/** Wrong indirect commands. */
final class IndirectMutants {
  private final List<Mutant<?>> mutants = new ArrayList<>();

  private IndirectMutants() {}

  static List<Mutant<?>> all() {
    IndirectMutants made = new IndirectMutants();
    made.commands();
    made.executions();
    made.order();
    return made.mutants;
  }

  private void add(MetalRule rule, String name, BiConsumer<IndirectScene, Script> change) {
    mutants.add(new Mutant<>(rule, name, IndirectScene::new, change));
  }

  private void commands() {
    add(MetalRule.INDIRECT_PIPELINE, "direct", (s, script) -> script.instead("indirect",
        () -> s.indirect = s.bench.indirect(3, s.indirectScale, s.mix)));
    for (int index : new int[] {3, 31, -1}) {
      add(MetalRule.INDIRECT_BINDINGS, "index " + index, (s, script) -> script.after("0 b",
          () -> s.indirect.setBuffer(0, s.b, 0, 16, Access.READ, index)));
    }
    add(MetalRule.BINDING_INDEX, "too many declared", (s, script) -> script.instead("indirect",
        () -> s.indirect = s.bench.indirect(32, s.indirectMix, s.indirectScale)));
    add(MetalRule.INDIRECT_OFFSET, "4 gib", (s, script) -> script.instead("0 a",
        () -> s.indirect.setBuffer(0, s.first, 1L << 32, 16, Access.READ, 0)));
    add(MetalRule.BINDING_INDEX, "threadgroup of a command", (s, script) -> script.after("0 b",
        () -> s.indirect.setThreadgroupMemoryLength(0, 16, 31)));
    add(MetalRule.BINDING_MISSING, "of a command", (s, script) -> script.without("1 args"));
    add(MetalRule.OFFSET_ALIGNMENT, "of a command", (s, script) -> script.instead("1 args",
        () -> s.indirect.setBuffer(1, s.constants, 12, 16, Access.READ, 2)));
    add(MetalRule.INDIRECT_RANGE, "of a change", (s, script) -> script.after("1 x",
        () -> s.indirect.setBarrier(2)));
  }

  private void executions() {
    add(MetalRule.INDIRECT_EMPTY, "never encoded", (s, script) -> script.without("1 dispatch"));
    range("past the end", 0, 3);
    range("negative", -1, 1);
    range("empty", 1, 1);
    range("backwards", 2, 1);
    add(MetalRule.INDIRECT_COUNT, "16385", (s, script) -> script.instead("execute",
        () -> s.encoder.executeCommands(s.bench.driver()
            .newIndirectCommandBuffer(Collections.nCopies(16_385, s.indirectMix), 3), 0, 16_385)));
    add(MetalRule.PIPELINE_MISSING, "after execution", (s, script) -> script.after("barrier after",
        () -> s.encoder.dispatch(Bench.threads(4))));
    add(MetalRule.INDIRECT_CHANGED, "encoded", (s, script) -> script.after("execute",
        () -> s.indirect.setBuffer(0, s.a, 0, 16, Access.READ, 0)));
    add(MetalRule.INDIRECT_CHANGED, "in flight", (s, script) -> {
      CountDownLatch gate = new CountDownLatch(1);
      script.after("encoder", () -> s.bench.hold(gate)).after("commit", () -> {
        try {
          s.indirect.dispatch(1, Bench.threads(1), "patched");
        } finally {
          gate.countDown();
        }
      });
    });
    add(MetalRule.RELEASED_USED, "buffer of a command", (s, script) -> {
      var short_ = s.bench.driver().newBuffer(16);
      script.instead("0 a", () -> s.indirect.setBuffer(0, short_, 0, 16, Access.READ, 0))
          .after("barrier before", short_::release);
    });
    add(MetalRule.RELEASED_USED, "pipeline of a command", (s, script) -> {
      MetalPipeline once =
          s.bench.driver().newPipeline("once", s.bench.function("mix"), true);
      script.instead("indirect", () -> s.indirect = s.bench.indirect(3, once, s.indirectScale))
          .after("barrier before", once::release);
    });
  }

  private void range(String name, int from, int to) {
    add(MetalRule.INDIRECT_RANGE, name, (s, script) -> script.instead("execute",
        () -> s.encoder.executeCommands(s.indirect, from, to)));
  }

  private void order() {
    add(MetalRule.INDIRECT_CONFLICT, "no barrier", (s, script) -> script.without("1 barrier"));
    add(MetalRule.CONFLICT, "at the front", (s, script) -> script.without("barrier before"));
    add(MetalRule.CONFLICT, "at the back", (s, script) -> script.without("barrier after"));
    add(MetalRule.CONFLICT, "executed twice", (s, script) -> script.after("execute",
        () -> s.encoder.executeCommands(s.indirect, 0, 1)));
  }
}
