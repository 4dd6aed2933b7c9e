package dev.assay.backend.metal.host;

import dev.assay.backend.metal.driver.FunctionConstantValue;
import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalCommandBuffer;
import dev.assay.backend.metal.driver.MetalComputeEncoder;
import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.backend.metal.driver.MetalQueue;
import dev.assay.msl.MslBuild;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Access;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Wrong functions, and objects used at the wrong time. */
final class LifetimeMutants {
  private final List<Mutant<?>> mutants = new ArrayList<>();

  private LifetimeMutants() {}

  static List<Mutant<?>> all() {
    LifetimeMutants made = new LifetimeMutants();
    made.functions();
    made.releases();
    made.inFlight();
    made.commandBuffers();
    made.memory();
    return made.mutants;
  }

  private void add(MetalRule rule, String name, BiConsumer<LifetimeScene, Script> change) {
    mutants.add(new Mutant<>(rule, name, LifetimeScene::new, change));
  }

  private void functions() {
    function(MetalRule.FUNCTION_UNKNOWN, "misspelt", s -> s.function("repeted"));
    function(MetalRule.CONSTANT_MISSING, "none given", s -> s.function("repeated"));
    function(MetalRule.CONSTANT_UNKNOWN, "of another kernel", s -> s.function("repeated",
        Bench.integer("rounds", 1, 1), Bench.bool("has_bias", 0, true)));
    function(MetalRule.CONSTANT_UNKNOWN, "of another name", s -> s.function("repeated",
        Bench.integer("turns", 1, 1)));
    function(MetalRule.CONSTANT_DOUBLED, "index", s -> s.function("repeated",
        Bench.integer("rounds", 1, 1), Bench.integer("rounds", 1, 2)));
    function(MetalRule.CONSTANT_TYPE, "unsigned", s -> s.function("repeated",
        new FunctionConstantValue("rounds", 1, StructValue.ofLong(DType.U32, 1))));
    function(MetalRule.CONSTANT_TYPE, "float", s -> s.function("repeated",
        new FunctionConstantValue("rounds", 1, StructValue.ofDouble(DType.F32, 1))));
  }

  private void function(MetalRule rule, String name, Consumer<LifetimeScene> wrong) {
    add(rule, name, (s, script) -> script.instead("function", () -> wrong.accept(s)));
  }

  private void releases() {
    twice("buffer", "release buffer", s -> s.buffer.release());
    twice("function", "release function", s -> s.function.release());
    twice("pipeline", "release pipeline", s -> s.pipeline.release());
    twice("library", "release library", s -> s.library.release());
    twice("queue", "close", s -> s.bench.queue().release());
    add(MetalRule.RELEASED_USED, "library", (s, script) -> script.after("library",
        () -> s.library.release()));
    add(MetalRule.RELEASED_USED, "function", (s, script) -> script.after("function",
        () -> s.function.release()));
    add(MetalRule.RELEASED_USED, "pipeline", (s, script) -> script.after("encoder",
        () -> s.pipeline.release()));
    add(MetalRule.RELEASED_USED, "pipeline set", (s, script) -> script.after("bind",
        () -> s.pipeline.release()));
    add(MetalRule.RELEASED_USED, "buffer", (s, script) -> script.after("encoder",
        () -> s.buffer.release()));
    add(MetalRule.RELEASED_USED, "buffer bound", (s, script) -> script.after("bind",
        () -> s.buffer.release()));
    add(MetalRule.RELEASED_USED, "buffer at commit", (s, script) -> script.after("end",
        () -> s.buffer.release()));
    add(MetalRule.RELEASED_USED, "all at commit", (s, script) -> script.after("end", () -> {
      s.buffer.release();
      s.pipeline.release();
    }));
    add(MetalRule.RELEASED_USED, "contents", (s, script) -> script.after("release buffer",
        () -> s.buffer.contents()));
    add(MetalRule.RELEASED_USED, "queue", (s, script) -> script.after("close",
        () -> s.bench.queue().commandBuffer("late")));
    add(MetalRule.RELEASED_USED, "device", (s, script) -> script.after("close",
        () -> s.bench.driver().newBuffer(16)));
    add(MetalRule.RELEASED_USED, "commit after close", (s, script) -> script.after("end", () -> {
      s.gate.countDown();
      s.bench.abandon();
    }));
    add(MetalRule.LEAKED, "buffer", (s, script) -> script.without("release buffer"));
    add(MetalRule.LEAKED, "all", (s, script) -> script.without("release buffer")
        .without("release function")
        .without("release pipeline")
        .without("release library"));
    add(MetalRule.FOREIGN, "buffer", (s, script) -> script.instead("bind", () -> {
      Bench other = new Bench(MslBuild.FAST, ExecutionOrder.FORWARD);
      MetalBuffer foreign = other.driver().newBuffer(8);
      try {
        s.encoder.setBuffer(foreign, 0, 8, Access.READ_WRITE, 0);
      } finally {
        foreign.release();
        other.close();
      }
    }));
  }

  private void twice(String name, String release, Consumer<LifetimeScene> again) {
    add(MetalRule.RELEASED_TWICE, name,
        (s, script) -> script.after(release, () -> again.accept(s)));
  }

  private void inFlight() {
    inFlight(MetalRule.RELEASED_IN_FLIGHT, "buffer", s -> s.buffer.release());
    inFlight(MetalRule.RELEASED_IN_FLIGHT, "pipeline", s -> s.pipeline.release());
    inFlight(MetalRule.RELEASED_IN_FLIGHT, "queue", s -> s.bench.queue().release());
    inFlight(MetalRule.CONTENTS_IN_FLIGHT, "read", s -> s.buffer.contents());
    queues("reader", Access.READ, 1);
    queues("writer", Access.READ_WRITE, 0);
    add(MetalRule.RELEASED_IN_FLIGHT, "queue with an open command buffer",
        (s, script) -> script.after("commands", () -> {
          s.gate.countDown();
          s.bench.queue().release();
        }));
  }

  private void queues(String name, Access access, int index) {
    add(MetalRule.QUEUE_CONFLICT, name, (s, script) -> {
      MetalPipeline fold = s.bench.pipeline("fold");
      script.instead("let go", () -> {
        try {
          onAnotherQueue(s, access, fold, index);
        } finally {
          s.gate.countDown();
        }
      });
    });
  }

  /** Commits work on another queue that reads, or writes, what is in flight on the first. */
  private static void onAnotherQueue(LifetimeScene s, Access access, MetalPipeline pipeline,
      int index) {
    MetalQueue other = s.bench.driver().newQueue("other", 1);
    MetalCommandBuffer late = other.commandBuffer("late");
    MetalComputeEncoder encoder = late.computeEncoder();
    encoder.setPipeline(pipeline);
    MetalBuffer apart = s.bench.empty(2);
    for (int i = 0; i < 2; i++) {
      encoder.setBuffer(i == index ? s.buffer : apart, 0, 8,
          i == index ? access : i == 0 ? Access.READ_WRITE : Access.READ, i);
    }
    encoder.dispatch(Bench.threads(2));
    encoder.endEncoding();
    late.commit(new Bench.Outcome());
  }

  private void inFlight(MetalRule rule, String name, Consumer<LifetimeScene> wrong) {
    add(rule, name, (s, script) -> script.instead("let go", () -> {
      try {
        wrong.accept(s);
      } finally {
        s.gate.countDown();
      }
    }));
  }

  private void commandBuffers() {
    ended("pipeline", s -> s.encoder.setPipeline(s.pipeline));
    ended("buffer", s -> s.encoder.setBuffer(s.buffer, 0, 8, Access.READ, 0));
    ended("bytes", s -> s.encoder.setBytes(Bench.uint(1), 4, 0));
    ended("threadgroup", s -> s.encoder.setThreadgroupMemoryLength(16, 0));
    ended("label", s -> s.encoder.label("late"));
    ended("dispatch", s -> s.encoder.dispatch(Bench.threads(1)));
    ended("barrier", s -> s.encoder.memoryBarrier());
    ended("end", s -> s.encoder.endEncoding());
    held(MetalRule.ENCODER_OPEN, "second", "encoder", s -> s.commands.computeEncoder());
    held(MetalRule.ENCODER_OPEN, "commit", "dispatch", s -> s.commands.commit(s.outcome));
    held(MetalRule.COMMITTED, "commit", "commit", s -> s.commands.commit(s.outcome));
    held(MetalRule.COMMITTED, "encoder", "commit", s -> s.commands.computeEncoder());
    held(MetalRule.COMMITTED, "discard", "commit", s -> s.commands.discard());
    held(MetalRule.COMMITTED, "after discard", "dispatch", s -> {
      s.commands.discard();
      s.commands.commit(s.outcome);
    });
    held(MetalRule.QUEUE_FULL, "never committed", "commands", s -> {
      for (int i = 0; i < Bench.ROOM; i++) {
        s.bench.commandBuffer();
      }
    });
  }

  private void ended(String name, Consumer<LifetimeScene> late) {
    held(MetalRule.ENCODER_ENDED, name, "end", late);
  }

  /** Wrong while the queue is held, which is let go whatever happens. */
  private void held(MetalRule rule, String name, String step, Consumer<LifetimeScene> wrong) {
    add(rule, name, (s, script) -> script.after(step, () -> {
      try {
        wrong.accept(s);
      } finally {
        s.gate.countDown();
      }
    }));
  }

  private void memory() {
    for (long length : new long[] {0, -1}) {
      add(MetalRule.BUFFER_EMPTY, length + " bytes", (s, script) -> script.instead("buffer",
          () -> s.bench.driver().newBuffer(length)));
    }
    add(MetalRule.BUFFER_BUDGET, "one", (s, script) -> script.instead("buffer",
        () -> s.bench.driver().newBuffer(Bench.BUDGET + 1)));
    add(MetalRule.BUFFER_BUDGET, "huge", (s, script) -> script.instead("buffer",
        () -> s.bench.driver().newBuffer(Long.MAX_VALUE)));
    add(MetalRule.BUFFER_BUDGET, "together", (s, script) -> script.after("buffer",
        () -> s.bench.driver().newBuffer(Bench.BUDGET - 7)));
  }
}
