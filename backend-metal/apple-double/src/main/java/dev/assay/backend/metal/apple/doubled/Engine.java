package dev.assay.backend.metal.apple.doubled;

import dev.assay.backend.metal.driver.FunctionConstantValue;
import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalCommandBuffer;
import dev.assay.backend.metal.driver.MetalDriver;
import dev.assay.backend.metal.driver.MetalFunction;
import dev.assay.backend.metal.driver.MetalIndirectCommandBuffer;
import dev.assay.backend.metal.driver.MetalLibrary;
import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.backend.metal.driver.MetalQueue;
import dev.assay.backend.metal.driver.recording.MetalCall;
import dev.assay.msl.CacheLocation;
import dev.assay.msl.MslBuild;
import dev.assay.msl.compiler.KernelCompiler;
import dev.assay.msl.reader.MslModule;
import dev.assay.msl.reader.MslSource;
import dev.assay.msl.reader.model.FunctionConstant;
import dev.assay.msl.reader.model.MslKernel;
import dev.assay.msl.reader.text.Diagnostic;
import dev.assay.msl.reader.text.Severity;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.kernel.MathMode;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the native part asks of whoever executes, answered by the host driver. What is thrown here becomes an error of
 * Metal, or a violation where Metal has none to give. Safe for use by any thread.
 */
final class Engine {
  /** What Metal's compiler calls the text that it is given. */
  private static final String SOURCE = "program_source";

  private static final int FAST = 2;

  private final MetalDriver host;
  private final @Nullable KernelCompiler compiler;
  private final Handover handover;
  private final Controls controls;
  private final Handles handles = new Handles();

  /** Is told how a command buffer ended. */
  interface Ended {
    /** After so many nanoseconds of the device; {@code error} is what went wrong, or null. */
    void ended(long nanos, @Nullable String error);
  }

  /** A library, and its text as it was read. */
  private record Library(MetalLibrary library, MslModule module) {}

  /** A function, and its kernel in the text. */
  private record Function(MetalFunction function, MslKernel kernel) {}

  Engine(MetalDriver host, EngineOptions options, Handover handover, Controls controls) {
    this.host = host;
    this.compiler = options.checksTexts()
        // Headers of the fast build: a check makes no code that could be instrumented.
        ? KernelCompiler.open(CacheLocation.resolve(System.getenv()), MslBuild.FAST)
        : null;
    this.handover = handover;
    this.controls = controls;
  }

  /** Compiles a text. */
  long library(String text, long mathMode) {
    MslSource source = MslSource.of(SOURCE, text);
    MslModule module = KernelCompiler.read(source);
    if (compiler != null) {
      requireCompiles(compiler.check(module));
    }
    return handles.add(new Library(host.newLibrary(SOURCE, source,
        mathMode == FAST ? MathMode.FAST : MathMode.SAFE), module));
  }

  private static void requireCompiles(KernelCompiler.Check check) {
    if (!check.compiles()) {
      throw new IllegalArgumentException(check.diagnostics()
          .stream()
          .filter(each -> each.severity() == Severity.ERROR)
          .map(Diagnostic::toString)
          .collect(Collectors.joining("\n")));
    }
  }

  /** A function with its constants, whose names come from the text. */
  long function(long library, String name, List<ConstantBits> constants) {
    Library from = handles.get(library, Library.class);
    Optional<MslKernel> kernel = from.module().kernel(name);
    List<FunctionConstantValue> values = new ArrayList<>();
    for (ConstantBits constant : constants) {
      String known = kernel.stream()
          .flatMap(each -> each.constants().stream())
          .filter(each -> each.index() == constant.index())
          .map(FunctionConstant::name)
          .findFirst()
          .orElse("constant " + constant.index());
      values.add(new FunctionConstantValue(known, constant.index(), constant.value()));
    }
    MetalFunction made = from.library().newFunction(name, values);
    return handles.add(new Function(made, kernel.orElseThrow()));
  }

  /** A pipeline; {@code facts} takes what is to be known of it. */
  long pipeline(long function, boolean indirect, String label, PipelineFacts facts) {
    Function from = handles.get(function, Function.class);
    MetalPipeline pipeline = host.newPipeline(label, from.function(), indirect);
    facts.write(pipeline, from.kernel());
    long handle = handles.add(pipeline);
    handover.madePipeline(handle);
    return handle;
  }

  /** A buffer, over memory of the caller where it is not null; {@code where} is told where its contents lie. */
  long buffer(long length, @Nullable MemorySegment memory, LongConsumer where) {
    MetalBuffer buffer = memory == null ? host.newBuffer(length) : host.newBuffer(memory);
    long handle = handles.add(buffer);
    handover.made(handle);
    where.accept(buffer.contents().address());
    return handle;
  }

  /** A queue. */
  long queue(int room) {
    return handles.add(host.newQueue("double", room));
  }

  /** Lets go of an object. */
  void release(long handle) {
    handover.forget(handle);
    switch (handles.remove(handle)) {
      case Library library -> library.library().release();
      case Function function -> function.function().release();
      case MetalPipeline pipeline -> pipeline.release();
      case MetalBuffer buffer -> buffer.release();
      case MetalQueue queue -> queue.release();
      case Object other -> throw new IllegalStateException("no object of Metal: " + other);
    }
  }

  /**
   * Runs what a command buffer was sent, if that is what the port was told.
   *
   * @param ended is told once, from any thread
   */
  void commit(long queue, String label, Records records, Ended ended) {
    List<Told> told = Reduction.of(records, handover);
    List<MetalCall> given = handover.takeTold();
    if (given == null) {
      throw new IllegalStateException(
          "a command buffer is committed that no recording driver has handed over");
    }
    String difference = difference(Told.calls(told), Reduction.bare(given));
    if (difference != null) {
      controls.addViolation(difference);
      ended.ended(0, difference);
      return;
    }
    MetalCommandBuffer commandBuffer =
        handles.get(queue, MetalQueue.class).commandBuffer(label);
    Execution execution = new Execution(host, handles, commandBuffer);
    try {
      execution.encode(told, given);
      commandBuffer.commit(new Ending(execution.indirect(), ended));
    } catch (Throwable refused) {
      commandBuffer.discard();
      execution.indirect().forEach(MetalIndirectCommandBuffer::release);
      ended.ended(0, describe(refused));
    }
  }

  /** Hands the end on, when what was made for the execution is gone. */
  private record Ending(
      List<MetalIndirectCommandBuffer> indirect,
      Ended ended) implements MetalCommandBuffer.Completion {
    @Override
    public void completed(long deviceNanos) {
      indirect.forEach(MetalIndirectCommandBuffer::release);
      ended.ended(deviceNanos, null);
    }

    @Override
    public void failed(@Nullable String label, Throwable cause) {
      indirect.forEach(MetalIndirectCommandBuffer::release);
      ended.ended(0, (label == null ? "" : "in '" + label + "': ") + describe(cause));
    }
  }

  /** Where two lists of calls part, or null where they are the same. */
  private static @Nullable String difference(List<MetalCall> sent, List<MetalCall> given) {
    for (int i = 0; i < Math.max(sent.size(), given.size()); i++) {
      Object one = i < sent.size() ? sent.get(i) : "nothing";
      Object other = i < given.size() ? given.get(i) : "nothing";
      if (!Objects.equals(one, other)) {
        return "call " + i + ": " + difference(one, other);
      }
    }
    return null;
  }

  /** Where two calls part that are not the same. */
  private static String difference(Object sent, Object given) {
    if (sent instanceof MetalCall.ExecuteCommands one
        && given instanceof MetalCall.ExecuteCommands other && one.from() == other.from()
        && one.to() == other.to()) {
      for (int i = 0; i < one.commands().size(); i++) {
        String part = difference(one.commands().get(i), other.commands().get(i));
        if (part != null) {
          return "indirect command " + (one.from() + i) + ", " + part;
        }
      }
    }
    return sent + " reached Metal, and the port was given " + given;
  }

  /** An error as Metal's compiler words it where it has a place in the text, else as it is. */
  static String describe(Throwable thrown) {
    if (!(thrown instanceof AssayException failure)) {
      return thrown instanceof IllegalArgumentException
          ? String.valueOf(thrown.getMessage())
          : thrown.toString();
    }
    return failure.problems().stream().flatMap(Engine::lines).collect(Collectors.joining("\n"));
  }

  private static Stream<String> lines(Problem problem) {
    String where = problem.where();
    return where != null && where.startsWith(SOURCE + ":")
        ? Stream.of(where + ": error: " + problem.what())
        : Stream.of(problem.describe());
  }
}
