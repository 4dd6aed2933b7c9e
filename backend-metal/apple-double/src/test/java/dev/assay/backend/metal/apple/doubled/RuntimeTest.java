package dev.assay.backend.metal.apple.doubled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.backend.metal.apple.objc.Block;
import dev.assay.backend.metal.apple.objc.Foundation;
import dev.assay.backend.metal.apple.objc.Messages;
import dev.assay.backend.metal.apple.objc.ObjectiveC;
import dev.assay.backend.metal.apple.objc.Owned;
import dev.assay.backend.metal.apple.objc.Pool;
import dev.assay.backend.metal.apple.objc.Structs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Calls, ownership, pools, counts and failures of the runtime alone. */
class RuntimeTest {
  private static final String DEVICE = "MTLCreateSystemDefaultDevice";

  @Test
  void aSizeIsReturnedByValueAndTextsTravelBothWays() {
    try (AppleDouble apple = AppleDouble.idle(DoubleOptions.M2); Arena arena = Arena.ofConfined()) {
      ObjectiveC objc = apple.objc();
      Foundation foundation = new Foundation(objc);
      try (Pool _ = objc.openPool();
          Owned device = objc.callForOwned(DEVICE)) {
        MemorySegment size = objc.size(Messages.MAX_THREADS, device.id(), arena);

        assertThat(new long[] {Structs.width(size), Structs.height(size), Structs.depth(size)})
            .containsExactly(1024, 1024, 1024);
        assertThat(foundation.text(objc.send(Messages.DEVICE_NAME, device.id())))
            .isEqualTo("Apple M2 (double)");
        assertThat(foundation.text(foundation.string("größer ≥ 𝄞"))).isEqualTo("größer ≥ 𝄞");
        assertThat(objc.ask(Messages.SUPPORTS_FAMILY, device.id(), 1008)).isTrue();
        assertThat(objc.ask(Messages.SUPPORTS_FAMILY, device.id(), 1009)).isFalse();
      }
    }
  }

  @Test
  void structsByValueArriveAndEveryCallIsWrittenDown() {
    try (AppleDouble apple = AppleDouble.idle(DoubleOptions.M2); Scene scene = new Scene(apple)) {
      apple.controls().log(true);
      scene.dispatch(3, 2, 1, 32, 4, 1);
      apple.controls().log(false);

      assertThat(apple.controls().lines()).anySatisfy(line -> assertThat(line).matches(
          "MTLComputeCommandEncoder#\\d+ dispatchThreadgroups:threadsPerThreadgroup: 3x2x1 32x4x1"));
      assertThat(apple.controls().lines()).anySatisfy(line -> assertThat(line).matches(
          "MTLComputeCommandEncoder#\\d+ setComputePipelineState: MTLComputePipelineState#\\d+"));
      assertThat(apple.controls().calls("endEncoding")).isEqualTo(1);
      assertThat(apple.controls().callsBySelector()).containsEntry("endEncoding", 1L);
    }
  }

  @Test
  void anObjectLivesAsLongAsSomebodyOwnsIt() {
    try (AppleDouble apple = AppleDouble.idle(DoubleOptions.M2)) {
      ObjectiveC objc = apple.objc();
      Owned one = objc.newObject("MTLCompileOptions");
      Owned other = objc.retain(Messages.ENCODER, one.id());
      one.close();
      assertThat(apple.controls().liveObjects()).containsEntry("MTLCompileOptions", 1L);
      other.close();
      assertThat(apple.controls().liveObjects()).doesNotContainKey("MTLCompileOptions");
    }
  }

  @Test
  void aPoolLetsGoOfWhatItHolds() {
    try (AppleDouble apple = AppleDouble.idle(DoubleOptions.M2)) {
      ObjectiveC objc = apple.objc();
      Foundation foundation = new Foundation(objc);
      long outer = objc.pushPool();
      foundation.string("outer");
      long inner = objc.pushPool();
      foundation.string("inner");
      assertThat(apple.controls().liveObjects()).containsEntry("NSString", 2L);
      assertThat(apple.controls().openPools()).isEqualTo(2);
      objc.popPool(inner);
      assertThat(apple.controls().liveObjects()).containsEntry("NSString", 1L);
      objc.popPool(outer);
      assertThat(apple.controls().liveObjects()).doesNotContainKey("NSString");
      assertThat(apple.controls().openPools()).isZero();
    }
  }

  @Test
  void autoreleasingWithoutAPoolIsAViolation() {
    AppleDouble apple = AppleDouble.idle(DoubleOptions.M2);
    long lost = new Foundation(apple.objc()).string("lost");
    assertThat(apple.controls().violations())
        .containsExactly("a NSString was autoreleased with no pool in place");
    assertThat(apple.controls().liveObjects()).containsEntry("NSString", 1L);
    apple.controls().reset();
    assertThatThrownBy(apple::close).isInstanceOf(AssertionError.class)
        .hasMessageContaining("objects are left: {NSString=1}");
    release(apple.objc(), lost);
  }

  /** Takes what nobody owns, so that the next test finds nothing. */
  private static void release(ObjectiveC objc, long object) {
    try (Owned once = objc.retain(Messages.ENCODER, object);
        Owned twice = objc.own(Messages.NEW_FENCE, object)) {
      assertThat(once.id()).isEqualTo(twice.id());
    }
  }

  @Test
  void aPoolThatIsLeftOrPoppedTooEarlyIsNoticed() {
    AppleDouble apple = AppleDouble.idle(DoubleOptions.M2);
    long outer = apple.objc().pushPool();
    apple.objc().pushPool();
    apple.objc().popPool(outer);
    assertThatThrownBy(apple::close).isInstanceOf(AssertionError.class)
        .hasMessageContaining("a pool is popped while one that was opened later is in place");
  }

  @Test
  void aBlockIsCalledOnceFromAnotherThreadWithNoPoolInPlace() throws InterruptedException {
    try (AppleDouble apple = AppleDouble.idle(DoubleOptions.M2); Scene scene = new Scene(apple)) {
      ObjectiveC objc = apple.objc();
      BlockingQueue<String> told = new LinkedBlockingQueue<>();
      Thread caller = Thread.currentThread();
      Block block = new Block(objc,
          ended -> told.add("status " + objc.send(Messages.STATUS, ended) + ", pools "
              + apple.controls().openPools() + ", same thread "
              + caller.equals(Thread.currentThread())));
      long pool = objc.pushPool();
      long commandBuffer = scene.commandBuffer();
      long encoder = scene.encoder(commandBuffer);
      scene.dispatch(encoder, 1, 1, 1, 32, 1, 1);
      objc.tell(Messages.END_ENCODING, encoder);
      objc.tell(Messages.ADD_HANDLER, commandBuffer, block.address());
      Owned kept = objc.retain(Messages.COMMAND_BUFFER, commandBuffer);
      objc.popPool(pool);
      objc.tell(Messages.COMMIT, kept.id());

      assertThat(told.poll(1, TimeUnit.MINUTES)).isEqualTo("status 4, pools 0, same thread false");
      assertThat(objc.seconds(Messages.GPU_END, kept.id()))
          .isGreaterThan(objc.seconds(Messages.GPU_START, kept.id()));
      kept.close();
      assertThat(told).isEmpty();
    }
  }

  @Test
  void theCallThatIsToFailAnswersNilWithTheError() {
    try (AppleDouble apple = AppleDouble.idle(DoubleOptions.M2); Scene scene = new Scene(apple)) {
      apple.controls().fail("newLibraryWithSource:options:error:", 2, "asked for");

      assertThat(scene.library()).isEqualTo("made");
      assertThat(scene.library()).isEqualTo("asked for (MTLDoubleDomain 77)");
      assertThat(scene.library()).isEqualTo("made");
    }
  }

  @Test
  void whatAnOlderSystemDoesNotHaveIsNotThere() {
    try (AppleDouble apple = AppleDouble.idle(DoubleOptions.OLD_M1)) {
      ObjectiveC objc = apple.objc();
      try (Owned device = objc.callForOwned(DEVICE);
          Owned options = objc.newObject("MTLCompileOptions")) {
        assertThat(objc.takes(device.id(), Messages.NEW_RESIDENCY_SET)).isFalse();
        assertThat(objc.takes(options.id(), Messages.SET_MATH_MODE)).isFalse();
        assertThat(objc.takes(options.id(), Messages.SET_FAST_MATH)).isTrue();
        assertThat(objc.classNamed("MTLResidencySetDescriptor")).isZero();
        assertThat(objc.classNamed("MTLDevice")).as("a protocol is no class").isZero();
      }
    }
  }
}
