package dev.assay.backend.metal.host;

import dev.assay.spi.error.ErrorCode;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import java.util.Locale;

/**
 * What Metal asks of its callers and, for the most part, does not check: whoever breaks a rule there gets zeros, stale
 * data, a hang or the end of the process. Here each is refused. {@code docs/errors.md} lists them all.
 */
enum MetalRule {
  PIPELINE_MISSING(2, "A dispatch has no pipeline set for it.",
      "Set the pipeline before the dispatch, and again after executing indirect commands."),
  BINDING_MISSING(2, "A parameter that the kernel has is not bound.",
      "Bind every parameter after the pipeline is set."),
  BINDING_LEFTOVER(1, "A parameter has only what was bound before the pipeline was set.",
      "Bind every parameter after the pipeline is set."),
  BINDING_UNKNOWN(1, "Something is bound at an index where the kernel has no parameter.",
      "Take indices from the kernel's text or from the pipeline's reflection."),
  BINDING_DOUBLED(3, "An index is bound twice for one dispatch.", "Bind it once."),
  BINDING_INDEX(6, "An index lies outside its table, which has the indices 0 to 30.",
      "Pass more values in one struct."),
  GATE_OPEN(18, "A parameter is not bound although its function constant makes it exist.",
      "Bind it, or make the pipeline with the constant that takes it away."),
  GATE_CLOSED(18, "A parameter is bound although its function constant takes it away.",
      "Do not bind it, or make the pipeline with the constant that makes it exist."),
  BUFFER_RANGE(12, "A bound range lies outside its buffer, or starts at its end.",
      "Correct offset and length; an empty range starts inside a buffer too."),
  OFFSET_ALIGNMENT(10, "An offset is not aligned for the parameter's type.",
      "Place the value at a multiple of its alignment."),
  BINDING_LENGTH(4, "A bound range is shorter than one value of the parameter's type.",
      "Bind the whole value; compare the struct's layout with the text."),
  ACCESS_CONST(50, "A parameter that the text declares const is bound to be written.",
      "Declare the access as the text has it."),
  ACCESS_WRITABLE(50, "A parameter that the text can write is bound to be read only.",
      "Declare the parameter const in the text, or bind it to be written."),
  MEMORY_READ_ONLY(50, "A buffer over memory that the host cannot write is bound to be written.",
      "Copy the memory into a buffer of the device."),
  INLINE_LENGTH(8, "Inline bytes number none, or more than 4,096.",
      "Put what is larger into a buffer."),
  INLINE_WRITABLE(7, "Inline bytes are bound to a parameter that the text can write.",
      "Bind a buffer, or declare the parameter const."),
  THREADGROUP_MISSING(41, "A threadgroup argument has no length.",
      "Give every threadgroup argument its length after the pipeline is set."),
  THREADGROUP_UNKNOWN(41, "A length is given for a threadgroup argument that the kernel lacks.",
      "Take indices from the kernel's text or from the pipeline's reflection."),
  THREADGROUP_LENGTH(41, "The length of a threadgroup argument is no positive multiple of 16.",
      "Round it up."),
  THREADGROUP_TOTAL(41, "A threadgroup needs more memory than the device has for one.",
      "Use smaller tiles, or fewer threads where the length follows from them."),
  GROUP_SIZE(31, "A threadgroup has more threads than the pipeline takes.",
      "Ask the pipeline for its limit, which can be lower than the device's."),
  GRID_EMPTY(37, "A grid or threadgroup has a side of zero.",
      "Do not encode a dispatch that has nothing to do."),
  GRID_RANGE(38, "A grid has a side of 2^32 threads or more.", "Split the dispatch."),
  CONFLICT(45, "Two dispatches touch the same bytes with no barrier between, one of them writing.",
      "Encode a memory barrier between the two."),
  QUEUE_CONFLICT(45,
      "Work in flight on two queues touches the same bytes, one of the two writing.",
      "Wait for the one before the other is committed, or use one queue."),

  FUNCTION_UNKNOWN(23, "The text has no such kernel.", "Use one of the names offered."),
  CONSTANT_MISSING(19, "A function constant that the kernel uses has no value.",
      "Give it a value when the function is made."),
  CONSTANT_UNKNOWN(20, "A value is given for a function constant that the kernel does not use.",
      "Leave it out; check the index against the text."),
  CONSTANT_DOUBLED(20, "A function constant is given two values.", "Give it one."),
  CONSTANT_TYPE(20, "The value of a function constant is of another type.",
      "Give a value of the type in the text."),

  RELEASED_TWICE(60, "An object is released a second time.", "Release each object once."),
  RELEASED_USED(60, "An object is used after its release.",
      "Release it when nothing uses it any more."),
  RELEASED_IN_FLIGHT(53, "An object is released while work in flight uses it.",
      "Release it when the work has completed."),
  FOREIGN(60, "An object of another device is used.", "Make the object with this device."),
  LEAKED(60, "Objects were never released when the device was closed.",
      "Release each object, and commit or discard each command buffer, before the device is closed."),

  ENCODER_ENDED(58, "An encoder is used after it has ended.", "Open another encoder."),
  ENCODER_OPEN(58,
      "A command buffer is asked for a second encoder, or committed, while one is open.",
      "End the encoder first."),
  COMMITTED(58, "A command buffer is used after it was committed or discarded.",
      "Take another command buffer."),
  QUEUE_FULL(57,
      "A queue has no room for one more command buffer, so that Metal would wait for ever.",
      "Commit or discard command buffers and wait for some, or make the queue with more room."),
  CONTENTS_IN_FLIGHT(54, "The host touches a buffer while work in flight uses it.",
      "Wait for the work first."),
  BUFFER_EMPTY(37, "A buffer of no bytes is asked for.", "Make no buffer where there is nothing."),
  BUFFER_BUDGET(0, "All buffers together would take more than the device's memory.",
      "Release buffers, or split the work."),

  INDIRECT_PIPELINE(30, "An indirect command uses a pipeline that was not made for that.",
      "Make the pipeline for indirect use."),
  INDIRECT_BINDINGS(5, "An indirect command binds an index past the bindings that were declared.",
      "Declare one more than the highest index of all commands."),
  INDIRECT_OFFSET(40, "An offset in an indirect command is 4 GiB or more.",
      "Dispatch the command directly, or use a buffer of its own."),
  INDIRECT_EMPTY(62, "An indirect command is executed that was never given a dispatch.",
      "Encode every command of the range before it is executed."),
  INDIRECT_RANGE(64, "A range of indirect commands is empty or lies outside the buffer.",
      "Execute a range of commands that exist."),
  INDIRECT_COUNT(63, "More than 16,384 indirect commands are executed at once.",
      "Execute them in several ranges."),
  INDIRECT_CHANGED(65,
      "An indirect command is changed while an execution of it is encoded or in flight.",
      "Wait for the execution, or change another copy."),
  INDIRECT_CONFLICT(45,
      "Two indirect commands touch the same bytes with no barrier between, one of them writing.",
      "Set a barrier on the later one.");

  private final int catalogueNumber;
  private final String violation;
  private final String remedy;

  MetalRule(int catalogueNumber, String violation, String remedy) {
    this.catalogueNumber = catalogueNumber;
    this.violation = violation;
    this.remedy = remedy;
  }

  /** The code of its refusals. */
  ErrorCode code() {
    return new ErrorCode("metal." + name().toLowerCase(Locale.ROOT));
  }

  /** What is wrong when it is broken, as a sentence. */
  String violation() {
    return violation;
  }

  /** What the caller does instead. */
  String remedy() {
    return remedy;
  }

  /** The row of {@code docs/failures.md} that it helps to settle, 0 where none tells of it. */
  int catalogueNumber() {
    return catalogueNumber;
  }

  /** What was done against it this time. */
  Problem problem(String what) {
    return Problem.of(code(), what).remedy(remedy);
  }

  /** The refusal of a call that breaks this rule alone. */
  InvalidCallException refusal(String what, Place place) {
    return new InvalidCallException(problem(what).at(place.describe()));
  }

  /** The same with what would have been right. */
  InvalidCallException refusal(String what, Place place, String expected, String actual) {
    return new InvalidCallException(
        problem(what).at(place.describe()).expected(expected, actual));
  }
}
