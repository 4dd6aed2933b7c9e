package dev.assay.backend.metal.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalCommandBuffer;
import dev.assay.backend.metal.driver.MetalComputeEncoder;
import dev.assay.backend.metal.driver.MetalIndirectCommandBuffer;
import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.msl.MslBuild;
import dev.assay.spi.error.ErrorCode;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.kernel.Access;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Streams of random commands over views of a few buffers. Where barriers are needed a simple model says, which looks at
 * every word; what must come out, another, which runs command by command.
 */
class RandomStreamTest {
  private static final int STREAMS = 12;
  private static final int BUFFERS = 3;
  private static final int WORDS = 40;
  private static final int COMMANDS = 24;

  /** A view in words. */
  record View(int buffer, int from, int words) {
    boolean touches(View other) {
      return buffer == other.buffer && from < other.from + other.words
          && other.from < from + words;
    }
  }

  /** {@code out = a * 31 + b}, or {@code out = out * 17 + a} where there is no b. */
  record Command(View a, View b, View out) {
    List<View> reads() {
      return b == null ? List.of(a, out) : List.of(a, b);
    }

    boolean conflicts(Command later) {
      return reads().stream().anyMatch(read -> read.touches(later.out))
          || later.reads().stream().anyMatch(read -> read.touches(out)) || out.touches(later.out);
    }
  }

  static List<Integer> seeds() {
    return IntStream.range(0, STREAMS).boxed().toList();
  }

  private static List<Command> commands(Random random) {
    List<Command> commands = new ArrayList<>();
    while (commands.size() < COMMANDS) {
      int words = 1 + random.nextInt(12);
      View a = view(random, words);
      View out = view(random, words);
      View b = random.nextBoolean() ? view(random, words) : null;
      // Within one dispatch an output may be an input as a whole, or touch none.
      boolean sound = Stream.of(a, b == null ? a : b)
          .allMatch(in -> !in.touches(out) || (in.equals(out) && b != null));
      if (sound) {
        commands.add(new Command(a, b, out));
      }
    }
    return commands;
  }

  private static View view(Random random, int words) {
    return new View(random.nextInt(BUFFERS), random.nextInt(WORDS - words + 1), words);
  }

  /** The commands in front of which a barrier stands: as few as there can be. */
  private static List<Integer> barriers(List<Command> commands) {
    List<Integer> barriers = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < commands.size(); i++) {
      Command next = commands.get(i);
      if (commands.subList(from, i).stream().anyMatch(before -> before.conflicts(next))) {
        barriers.add(i);
        from = i;
      }
    }
    return barriers;
  }

  private static int[][] initial() {
    int[][] memory = new int[BUFFERS][WORDS];
    for (int buffer = 0; buffer < BUFFERS; buffer++) {
      for (int word = 0; word < WORDS; word++) {
        memory[buffer][word] = 1 + 7 * word + 1000 * buffer;
      }
    }
    return memory;
  }

  private static int[][] expected(List<Command> commands) {
    int[][] memory = initial();
    for (Command command : commands) {
      int[] out = new int[command.out.words];
      for (int i = 0; i < out.length; i++) {
        int a = memory[command.a.buffer][command.a.from + i];
        out[i] = command.b == null
            ? memory[command.out.buffer][command.out.from + i] * 17 + a
            : a * 31 + memory[command.b.buffer][command.b.from + i];
      }
      System.arraycopy(out, 0, memory[command.out.buffer], command.out.from, out.length);
    }
    return memory;
  }

  /** A device with the buffers of one stream. */
  private static final class Run implements AutoCloseable {
    final Bench bench;
    final MetalPipeline mix;
    final MetalPipeline fold;
    final List<MetalBuffer> buffers = new ArrayList<>();

    Run(MslBuild build, ExecutionOrder order) {
      bench = new Bench(build, order);
      mix = bench.indirectPipeline("mix");
      fold = bench.indirectPipeline("fold");
      for (int[] words : initial()) {
        buffers.add(bench.buffer(words));
      }
    }

    void direct(List<Command> commands, List<Integer> barriers, MetalComputeEncoder encoder) {
      for (int i = 0; i < commands.size(); i++) {
        if (barriers.contains(i)) {
          encoder.memoryBarrier();
        }
        Command command = commands.get(i);
        encoder.setPipeline(command.b == null ? fold : mix);
        bind(command, (view, access, index) -> encoder.setBuffer(buffers.get(view.buffer),
            4L * view.from, 4L * view.words, access, index));
        encoder.label("command " + i);
        encoder.dispatch(Bench.threads(command.out.words));
      }
    }

    /** The same as indirect commands, executed in two ranges with whatever barrier the second one wants. */
    void indirect(List<Command> commands, List<Integer> barriers, MetalComputeEncoder encoder) {
      MetalIndirectCommandBuffer segment = bench.indirect(3, commands.stream()
          .map(command -> command.b == null ? fold : mix)
          .toArray(MetalPipeline[]::new));
      for (int i = 0; i < commands.size(); i++) {
        int number = i;
        bind(commands.get(i), (view, access, index) -> segment.setBuffer(number,
            buffers.get(view.buffer), 4L * view.from, 4L * view.words, access, index));
        if (barriers.contains(i)) {
          segment.setBarrier(i);
        }
        segment.dispatch(i, Bench.threads(commands.get(i).out.words), "command " + i);
      }
      int half = commands.size() / 2;
      encoder.executeCommands(segment, 0, half);
      encoder.executeCommands(segment, half, commands.size());
    }

    private interface Binder {
      void bind(View view, Access access, int index);
    }

    private static void bind(Command command, Binder binder) {
      if (command.b == null) {
        binder.bind(command.out, Access.READ_WRITE, 0);
        binder.bind(command.a, Access.READ, 1);
      } else {
        binder.bind(command.a, Access.READ, 0);
        binder.bind(command.b, Access.READ, 1);
        binder.bind(command.out,
            command.a.equals(command.out) || command.b.equals(command.out)
                ? Access.READ_WRITE
                : Access.WRITE_ALL,
            2);
      }
    }

    int[][] run(Consumer<MetalComputeEncoder> encode) {
      Bench.Outcome outcome = bench.run(encode);
      assertThat(outcome.succeeded()).as("%s", outcome).isTrue();
      return buffers.stream().map(Bench::read).toArray(int[][]::new);
    }

    @Override
    public void close() {
      bench.close();
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aValidStreamGivesOneResultInEveryOrderDirectAndIndirect(int seed) {
    List<Command> commands = commands(new Random(seed));
    List<Integer> barriers = barriers(commands);
    for (ExecutionOrder order : ExecutionOrder.values()) {
      // Every third stream: the checked build takes its time.
      MslBuild build = seed % 3 == 0 ? MslBuild.CHECKED : MslBuild.FAST;
      try (Run run = new Run(build, order)) {
        assertThat(run.run(encoder -> run.direct(commands, barriers, encoder)))
            .isDeepEqualTo(expected(commands));
      }
      try (Run run = new Run(build, order)) {
        assertThat(run.run(encoder -> run.indirect(commands, barriers, encoder)))
            .isDeepEqualTo(expected(commands));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aStreamWithoutOneOfItsBarriersIsRefused(int seed) {
    List<Command> commands = commands(new Random(seed));
    List<Integer> barriers = barriers(commands);
    assertThat(barriers).as("barriers of stream %d", seed).isNotEmpty();
    try (Run run = new Run(MslBuild.FAST, ExecutionOrder.FORWARD)) {
      for (Integer missing : barriers) {
        List<Integer> fewer = barriers.stream().filter(each -> !each.equals(missing)).toList();
        assertThat(refusal(run, encoder -> run.direct(commands, fewer, encoder)))
            .as("without the barrier before %d", missing)
            .isEqualTo(MetalRule.CONFLICT.code());
        assertThat(refusal(run, encoder -> run.indirect(commands, fewer, encoder)))
            .as("without the barrier before indirect command %d", missing)
            .isIn(MetalRule.CONFLICT.code(), MetalRule.INDIRECT_CONFLICT.code());
      }
    }
  }

  private static ErrorCode refusal(Run run, Consumer<MetalComputeEncoder> encode) {
    MetalCommandBuffer commandBuffer = run.bench.commandBuffer();
    MetalComputeEncoder encoder = commandBuffer.computeEncoder();
    InvalidCallException refusal =
        catchThrowableOfType(InvalidCallException.class, () -> encode.accept(encoder));
    commandBuffer.discard();
    assertThat(refusal).as("refusal").isNotNull();
    return refusal.code();
  }
}
