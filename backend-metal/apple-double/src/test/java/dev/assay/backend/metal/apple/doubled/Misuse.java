package dev.assay.backend.metal.apple.doubled;

import dev.assay.backend.metal.apple.objc.Messages;
import dev.assay.backend.metal.apple.objc.Owned;
import dev.assay.backend.metal.apple.objc.Structs;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Consumer;

/** What ends a process, and the line that says why. Run by a JVM of its own: {@code main} is told which. */
@SuppressWarnings("ImmutableEnumChecker") // what they do is code of this file
enum Misuse {
  UNKNOWN_SELECTOR("[MTLCommandQueue commit]: unrecognized selector",
      scene -> scene.objc.tell(Messages.COMMIT, scene.queue.id())),
  NIL_RECEIVER("commit was sent to nil", Misuse::sendToNil),
  USE_AFTER_FREE("newFence was sent to a freed MTLDevice", scene -> {
    long device = scene.device.id();
    scene.device.close();
    scene.objc.send(Messages.NEW_FENCE, device);
  }),
  OVER_RELEASE("what objc_release was given is a MTLCompileOptions (object ", scene -> {
    try (Owned options = scene.objc.newObject("MTLCompileOptions");
        Owned again = scene.objc.own(Messages.NEW_FENCE, options.id())) {
      System.out.println("twice " + again.id());
    }
  }),
  NO_OBJECT("pipeline is no object", scene -> within(scene,
      encoder -> scene.objc.tell(Messages.SET_PIPELINE, encoder, 12_345))),
  WRONG_CLASS("pipeline is a MTLCommandQueue, and is to be a MTLComputePipelineState",
      scene -> within(scene,
          encoder -> scene.objc.tell(Messages.SET_PIPELINE, encoder, scene.queue.id()))),
  TOO_MANY_INLINE_BYTES("5000 bytes cannot be set inline", scene -> within(scene,
      encoder -> scene.objc.tell(Messages.SET_BYTES, encoder, scene.arena.allocate(5000).address(),
          5000, 0))),
  GROUP_TOO_LARGE("a threadgroup of 32x33x1 threads", scene -> within(scene,
      encoder -> scene.dispatch(encoder, 1, 1, 1, 32, 33, 1))),
  EMPTY_GRID("a grid of 1x0x1 is empty", scene -> within(scene,
      encoder -> scene.dispatch(encoder, 1, 0, 1, 32, 1, 1))),
  ENCODER_NOT_ENDED("an encoder is freed that has not ended", scene -> within(scene,
      encoder -> System.out.println("open " + encoder))),
  INDIRECT_TOO_LATE("indirect use is to be announced before the function is set",
      Misuse::announceTooLate),
  UNTOUCHED_PIPELINE("was not set on the encoder before", Misuse::executeUntouched);

  /** Part of the line on the standard error. */
  final String says;
  private final Consumer<Scene> act;

  Misuse(String says, Consumer<Scene> act) {
    this.says = says;
    this.act = act;
  }

  private static void within(Scene scene, Consumer<Long> act) {
    long pool = scene.objc.pushPool();
    act.accept(scene.encoder(scene.commandBuffer()));
    scene.objc.popPool(pool);
  }

  /** Past the driver's own guard. */
  @SuppressWarnings("restricted")
  private static void sendToNil(Scene scene) {
    try {
      long selector = ((MemorySegment) Linker.nativeLinker()
          .downcallHandle(scene.objc.symbol("sel_registerName"),
              FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.ADDRESS))
          .invoke(scene.arena.allocateFrom("commit"))).address();
      Linker.nativeLinker()
          .downcallHandle(scene.objc.symbol("objc_msgSend"),
              FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG))
          .invoke(0L, selector);
    } catch (Throwable thrown) {
      throw new AssertionError(thrown);
    }
  }

  private static void announceTooLate(Scene scene) {
    long pool = scene.objc.pushPool();
    try (Owned values = scene.objc.newObject("MTLFunctionConstantValues");
        Owned library = scene.objc.own(Messages.NEW_LIBRARY, scene.objc.send(Messages.NEW_LIBRARY,
            scene.device.id(), scene.foundation.string("kernels"), 0, 0));
        Owned function = scene.objc.own(Messages.NEW_FUNCTION, scene.objc.send(
            Messages.NEW_FUNCTION, library.id(), scene.foundation.string("k"), values.id(), 0));
        Owned descriptor = scene.objc.newObject("MTLComputePipelineDescriptor")) {
      scene.objc.tell(Messages.SET_FUNCTION, descriptor.id(), function.id());
      scene.objc.tell(Messages.SET_INDIRECT, descriptor.id(), true);
    }
    scene.objc.popPool(pool);
  }

  private static void executeUntouched(Scene scene) {
    long pool = scene.objc.pushPool();
    MemorySegment size = scene.arena.allocate(Structs.SIZE);
    Structs.size(size, 1, 1, 1);
    MemorySegment range = scene.arena.allocate(Structs.RANGE);
    Structs.range(range, 0, 1);
    try (Owned pipeline = scene.pipeline(true);
        Owned descriptor = scene.objc.newObject("MTLIndirectCommandBufferDescriptor")) {
      scene.objc.tell(Messages.SET_COMMAND_TYPES, descriptor.id(), 96L);
      scene.objc.tell(Messages.SET_INHERIT_BUFFERS, descriptor.id(), false);
      scene.objc.tell(Messages.SET_INHERIT_PIPELINE, descriptor.id(), false);
      long commands = scene.objc.send(Messages.NEW_INDIRECT, scene.device.id(), descriptor.id(),
          1, 0);
      long command = scene.objc.send(Messages.COMMAND, commands, 0);
      scene.objc.tell(Messages.COMMAND_PIPELINE, command, pipeline.id());
      scene.objc.tell(Messages.COMMAND_GROUPS, command, size, size);
      long commandBuffer = scene.commandBuffer();
      long encoder = scene.encoder(commandBuffer);
      scene.objc.tell(Messages.EXECUTE, encoder, commands, range);
      scene.objc.tell(Messages.END_ENCODING, encoder);
      scene.objc.tell(Messages.COMMIT, commandBuffer);
    }
    scene.objc.popPool(pool);
  }

  /** Does what the argument names. */
  public static void main(String[] arguments) {
    AppleDouble apple = AppleDouble.idle(DoubleOptions.M2);
    valueOf(arguments[0]).act.accept(new Scene(apple));
    System.out.println("survived");
  }
}
