package dev.assay.suite.metal;

import static dev.assay.suite.metal.ReplayBench.assertFound;
import static dev.assay.suite.metal.ReplayBench.assertRefused;
import static dev.assay.suite.metal.ReplayBench.hostDriver;
import static dev.assay.suite.metal.ReplayBench.metal;
import static dev.assay.suite.metal.ReplayBench.parity;
import static dev.assay.suite.metal.ReplayBench.refusal;
import static dev.assay.suite.metal.ReplayBench.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.backend.metal.MetalProvider;
import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalDriver;
import dev.assay.parity.Mode;
import dev.assay.parity.ParityReport;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.CompiledSchedule.Options;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Schedule;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.data.Bytes;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.Codes;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.KernelName;
import dev.assay.suite.metal.WrongCalls.Call;
import dev.assay.suite.metal.WrongCalls.Change;
import dev.assay.suite.parity.Catalogue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Section E of the catalogue of failures, with 30 and 40: for each number a mutant of the Metal backend, its driver or its
 * caller that does what the number tells of and nothing else, and what finds it.
 */
class ReplayMutantsTest {
  private static final String COMMANDS = "MetalIndirectCommandBuffer.";
  private static final String EXECUTE = "MetalComputeEncoder.executeCommands";
  private static final String SET_BUFFER = COMMANDS + "setBuffer";

  // Where the arguments of setBuffer and executeCommands stand.
  private static final int BUFFER = 1;
  private static final int OFFSET = 2;
  private static final int LENGTH = 3;
  private static final int ACCESS = 4;
  private static final int INDEX = 5;
  private static final int FROM = 1;
  private static final int TO = 2;

  @ParameterizedTest
  @EnumSource(names = {"DIRECT", "INDIRECT", "RESUBMITTED"})
  void withoutAChangeEverythingPasses(Mode mode) {
    try (Backend backend = metal()) {
      ParityReport report = parity(backend, mode);
      assertThat(report.failures()).isEmpty();
      assertThat(report.executed()).isPositive();
    }
  }

  @Test
  void n30PipelinesMadeWithoutTheFlagAreRefused() {
    assertRefused(Map.of("MetalDriver.newPipeline", call -> call.proceed(2, false)),
        "metal.indirect_pipeline");
  }

  @Test
  void n40AnOffsetOf4GibInACommandIsRefused() {
    assertRefused(
        Map.of(SET_BUFFER, call -> call.proceed(OFFSET, call.number(OFFSET) + (1L << 32))),
        "metal.indirect_offset");
  }

  @Test
  void n61AnArenaThatMovedUnderASegmentIsRefused() {
    // Of the caller: the arena is closed and made anew, and the old schedule runs on.
    try (Backend backend = metal(); CommandQueue queue = backend.newQueue("moved")) {
      AddChain chain = new AddChain(backend);
      try (CompiledSchedule compiled = backend.compile(chain.schedule, Options.STRICT)) {
        SlotValues values = chain.values(compiled, chain.filled(1, 2), chain.filled(0, 0));
        chain.between.get(1).buffer().close();
        chain.filled(0, 0);
        assertThat(refusal(queue, values).code()).isEqualTo(Codes.STALE);
      }
    }
    // Of the backend: nobody notices, and commands keep the memory that is gone.
    List<MetalBuffer> gone = new ArrayList<>();
    MetalDriver driver = hostDriver();
    try (Backend backend = MetalProvider.over(
        WrongCalls.over(MetalDriver.class, driver, Map.of(SET_BUFFER, call -> {
          MetalBuffer old = driver.newBuffer(call.number(OFFSET) + call.number(LENGTH));
          gone.add(old);
          return call.proceed(BUFFER, old);
        }, EXECUTE, call -> {
          gone.forEach(MetalBuffer::release);
          return call.proceed();
        })), Catalogue.installed()); CommandQueue queue = backend.newQueue("moved")) {
      AddChain chain = new AddChain(backend);
      try (CompiledSchedule compiled = backend.compile(chain.schedule, Options.STRICT)) {
        SlotValues values = chain.values(compiled, chain.filled(1, 2), chain.filled(0, 0));
        assertThat(refusal(queue, values).code().id()).isEqualTo("metal.released_used");
      }
    }
  }

  @Test
  void n62ACommandThatWasNeverEncodedIsRefused() {
    assertRefused(Map.of(COMMANDS + "dispatch",
        call -> call.number(0) == 1 ? null : call.proceed()), "metal.indirect_empty");
  }

  @Test
  void n62WhatCannotBeEncodedHasNoCommand() {
    // By construction: what the device refuses is no part of a segment, so no command is left for it.
    List<Object> dispatched = new ArrayList<>();
    Map<String, Change> counting = Map.of(COMMANDS + "dispatch", call -> {
      dispatched.add(call.arguments()[0]);
      return call.proceed();
    });
    try (Backend backend = metal(counting); CommandQueue queue = backend.newQueue("raw")) {
      AddChain chain = new AddChain(backend);
      CompiledSchedule.Explanation explanation;
      BufferView out = chain.filled(0, 0);
      Schedule mixed = withHostWork(chain, out);
      try (CompiledSchedule compiled = backend.compile(mixed, Options.DEFAULT)) {
        explanation = compiled.explain();
        run(queue, compiled.newValues());
      }
      assertThat(out.read().toDoubles()).containsExactly(223, 224);
      int encoded =
          explanation.segments().stream().mapToInt(CompiledSchedule.Segment::commands).sum();
      assertThat(dispatched).hasSize(encoded);
      assertThat(encoded + explanation.direct().size()).isEqualTo(explanation.commands());
    }
  }

  /** Twice out = in + 1 + 10, with host work between that adds 200. */
  private static Schedule withHostWork(AddChain chain, BufferView out) {
    Capture capture = chain.backend.capture("mixed");
    BufferView in = chain.filled(1, 2);
    capture.dispatch(chain.add, chain.adding(in, 1, chain.between.get(0)), "one");
    capture.dispatch(chain.add, chain.adding(chain.between.get(0), 10, out), "ten");
    capture.opaque("two hundred",
        List.of(new dev.assay.spi.backend.HostWork.Use(out, Access.READ_WRITE)), uses -> {
          for (long i = 0; i < 2; i++) {
            uses.getFirst().setDouble(i, uses.getFirst().getDouble(i) + 200);
          }
        });
    capture.dispatch(chain.add, chain.adding(out, 1, chain.between.get(0)), "one again");
    capture.dispatch(chain.add, chain.adding(chain.between.get(0), 10, out), "ten again");
    return capture.finish();
  }

  @Test
  void n63MoreThanWasEncodedIsRefused() {
    assertRefused(Map.of(EXECUTE, call -> call.proceed(TO, (int) call.number(TO) + 1)),
        "metal.indirect_range");
  }

  @Test
  void n63FewerThanWereEncodedAreFound() {
    assertFound(Map.of(EXECUTE, ReplayMutantsTest::withoutTheLast), Mode.INDIRECT, "written");
  }

  private static Object withoutTheLast(Call call) throws Throwable {
    int end = (int) call.number(TO) - 1;
    return end == call.number(FROM) ? null : call.proceed(TO, end);
  }

  @ParameterizedTest
  @CsvSource({"late", "early", "whole"})
  void n64ASubRangeThatRunsOtherCommandsIsFound(String beginning) {
    assertFound(Map.of(EXECUTE, call -> {
      int from = (int) call.number(FROM);
      return switch (beginning) {
        // The first command of each part never runs.
        case "late" -> from + 1 == call.number(TO) ? null : call.proceed(FROM, from + 1);
        // The command before each part runs twice.
        case "early" -> call.proceed(FROM, Math.max(0, from - 1));
        default -> call.proceed(FROM, 0);
      };
    }), Mode.INDIRECT, "written", "elements", "error");
  }

  @Test
  void n65ASecondReplayWithTheViewsOfTheFirstIsFound() {
    Set<Object> executed = new HashSet<>();
    assertFound(Map.of(SET_BUFFER,
        call -> executed.contains(call.real()) ? null : call.proceed(), EXECUTE, call -> {
          executed.add(call.arguments()[0]);
          return call.proceed();
        }), Mode.RESUBMITTED, "written");
  }

  @Test
  void n66AReplayWithTheFirstValueOfAFieldIsFound() {
    // Commands read constants from a copy that was made when they were bound: a later value never gets there.
    MetalDriver driver = hostDriver();
    List<MetalBuffer> made = new ArrayList<>();
    List<MetalBuffer> copies = new ArrayList<>();
    Map<MetalBuffer, Boolean> constants = new HashMap<>();
    Map<String, Change> changes = Map.of("MetalDriver.newBuffer", call -> {
      made.add((MetalBuffer) call.proceed());
      return made.getLast();
    }, "MetalDriver.newIndirectCommandBuffer", call -> {
      // A segment's constants are the last memory that was asked for before its commands.
      constants.put(made.getLast(), true);
      return call.proceed();
    }, SET_BUFFER, call -> {
      MetalBuffer bound = (MetalBuffer) call.arguments()[BUFFER];
      if (call.arguments()[ACCESS] != Access.READ || !constants.containsKey(bound)) {
        return call.proceed();
      }
      MetalBuffer copy = driver.newBuffer(bound.length());
      Bytes.copy(bound.contents(), copy.contents());
      copies.add(copy);
      return call.proceed(BUFFER, copy);
    });
    Backend backend =
        MetalProvider.over(WrongCalls.over(MetalDriver.class, driver, changes),
            Catalogue.installed());
    try {
      assertThat(parity(backend, Mode.INDIRECT).isPassed()).isTrue();
      assertThat(parity(backend, Mode.RESUBMITTED).failures())
          .extracting(ParityReport.Failure::kind)
          .containsAnyOf("written", "elements");
    } finally {
      copies.forEach(MetalBuffer::release);
      backend.close();
    }
  }

  @Test
  void n67AnOutputThatIsAnInputIsRefused() {
    try (Backend backend = metal(); CommandQueue queue = backend.newQueue("alias")) {
      AddChain chain = new AddChain(backend);
      try (CompiledSchedule compiled = backend.compile(chain.schedule, Options.STRICT)) {
        BufferView both = chain.filled(1, 2, 3);
        SlotValues values =
            chain.values(compiled, both.slice(0, 2), both.slice(1, 2));
        assertThat(refusal(queue, values).code()).isEqualTo(Codes.BIND_ALIAS);
        assertThat(both.read().toDoubles()).containsExactly(1, 2, 3);
      }
    }
  }

  @Test
  void n67CommandsThatShareMemoryWithNothingBetweenThemAreRefused() {
    assertRefused(Map.of(COMMANDS + "setBarrier", call -> null), "metal.indirect_conflict");
  }

  @Test
  void n68ABackendThatQuietlyRunsEverythingDirectIsFound() {
    try (Backend real = metal()) {
      Backend backend = WrongCalls.over(Backend.class, real,
          Map.of("Backend.compile", call -> call.proceed(1, Options.DIRECT)));
      assertThat(parity(backend, Mode.INDIRECT).failures())
          .extracting(ParityReport.Failure::detail)
          .isNotEmpty()
          .allSatisfy(detail -> assertThat(detail).contains("segments are switched off"));
      assertThat(parity(backend, Mode.DIRECT).isPassed()).isTrue();
    }
  }

  @Test
  void n69AReplayFoundByShapeWhenTheSequenceHasChangedIsFound() {
    Map<Object, Object> byShape = new HashMap<>();
    try (Backend real = metal()) {
      runTwoSequencesOfOneShape(real);
      Backend backend = WrongCalls.over(Backend.class, real,
          Map.of("Backend.compile", call -> {
            List<?> shape = shape((Schedule) call.arguments()[0]);
            if (!byShape.containsKey(shape)) {
              byShape.put(shape, call.proceed());
            }
            return byShape.get(shape);
          }, "CompiledSchedule.close", call -> null));
      assertThatThrownBy(() -> runTwoSequencesOfOneShape(backend))
          .isInstanceOf(AssertionError.class);
    }
  }

  private static void runTwoSequencesOfOneShape(Backend backend) {
    try (CommandQueue queue = backend.newQueue("sequences")) {
      for (double addend : new double[] {1, 7}) {
        AddChain chain = new AddChain(backend);
        BufferView out = chain.filled(0, 0);
        Capture capture = backend.capture("sequence");
        capture.dispatch(chain.add,
            chain.adding(chain.filled(1, 2), addend, chain.between.get(0)), "first");
        capture.dispatch(chain.add, chain.adding(chain.between.get(0), 10, out), "second");
        Schedule schedule = capture.finish();
        try (CompiledSchedule compiled = backend.compile(schedule, Options.STRICT)) {
          run(queue, compiled.newValues());
          assertThat(out.read().toDoubles()).containsExactly(addend + 11, addend + 12);
          assertThat(compiled.schedule()).isSameAs(schedule);
        }
      }
    }
  }

  private static List<?> shape(Schedule schedule) {
    return schedule.items()
        .stream()
        .map(item -> item instanceof Schedule.Dispatch dispatch
            ? dispatch.command().views().values().stream().map(BufferView::count).toList()
            : List.of())
        .toList();
  }

  @Test
  void n70MemoryThatACommandDoesNotNameIsRefused() {
    assertRefused(
        Map.of(SET_BUFFER, call -> call.number(INDEX) == 1 ? null : call.proceed()),
        "metal.binding_missing");
  }

  @Test
  void n70AllThatASegmentNamesIsInUseWhileItIsInFlight() {
    // By construction: there is no list to forget something in, what is bound is what is used.
    try (Backend backend = metal(); CommandQueue queue = backend.newQueue("resident")) {
      AddChain chain = new AddChain(backend);
      try (CompiledSchedule compiled = backend.compile(chain.schedule, Options.STRICT)) {
        for (BufferView view : chain.between) {
          SlotValues values = chain.values(compiled, chain.filled(1, 2), chain.filled(0, 0));
          try (Encoder encoder = queue.encoder("run")) {
            encoder.execute(values);
            AssayException refused = catchThrowableOfType(AssayException.class,
                () -> view.buffer().map(memory -> {
                  return encoder.commit();
                }));
            assertThat(refused.code()).isEqualTo(Codes.IN_FLIGHT);
          }
        }
      }
    }
  }
}
