package dev.assay.suite.runtime;

import com.google.inject.AbstractModule;
import com.google.inject.Guice;
import com.google.inject.multibindings.Multibinder;
import dev.assay.runtime.Assay;
import dev.assay.runtime.AssayModule;
import dev.assay.spi.data.Bytes;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.ReferenceDispatch;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.KernelCall;
import dev.assay.spi.op.OpLibrary;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import dev.assay.spi.provider.OpPlugin;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * An application's own plugin, bound in Guice: {@code test:gate} copies its input once the test opens the gate, {@code
 * test:fuse} fails on the device. So a test decides when work is in flight and when it ends.
 */
final class Gate implements OpPlugin, AutoCloseable {
  private final CountDownLatch open = new CountDownLatch(1);

  /** An Assay on the reference backend with this plugin. */
  Assay assay() {
    return Guice
        .createInjector(AssayModule.standard().withBackend("reference-cpu"), new AbstractModule() {
          @Override
          protected void configure() {
            Multibinder.newSetBinder(binder(), OpPlugin.class).addBinding().toInstance(Gate.this);
          }
        })
        .getInstance(Assay.class);
  }

  /** Lets everything through from now on. */
  void open() {
    open.countDown();
  }

  /** The same; declared after a scope it lets the scope close although a test has failed. */
  @Override
  public void close() {
    open();
  }

  /** A copy of x that is there once the gate is open. */
  static Tensor pass(TensorScope scope, Tensor x) {
    return call(scope, "test:gate", x);
  }

  /** Something that fails when it runs. */
  static Tensor blow(TensorScope scope, Tensor x) {
    return call(scope, "test:fuse", x);
  }

  private static Tensor call(TensorScope scope, String kernel, Tensor x) {
    Tensor out = scope.empty(x.dtype(), x.shape());
    scope.run(KernelCall.of(kernel, x.dtype())
        .tensor("x", x)
        .tensor("out", out)
        .constant("n", StructValue.ofLong(DType.U32, x.shape().elements())));
    return out;
  }

  @Override
  public List<KernelDeclaration> kernels() {
    return List.of(
        declare("test:gate", this::copyWhenOpen),
        declare("test:fuse", dispatch -> {
          throw new IllegalStateException("the fuse has blown");
        }));
  }

  @Override
  public List<OpLibrary<?>> libraries() {
    return List.of(
        new OpLibrary<>(Broken.class, scope -> {
          throw new IllegalStateException("not today");
        }),
        new OpLibrary<>(CharSequence.class, scope -> null));
  }

  /** A library whose factory fails. */
  static final class Broken {}

  private void copyWhenOpen(ReferenceDispatch dispatch) {
    try {
      open.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    Bytes.copy(dispatch.buffer("x").memory(), dispatch.buffer("out").memory());
  }

  private static KernelDeclaration declare(String name,
      dev.assay.spi.kernel.ReferenceFunction reference) {
    KernelCase one = KernelCase.labelled("one", DType.F32)
        .input("x", Elements.of(DType.F32, 1.5))
        .constant("n", StructValue.ofLong(DType.U32, 1));
    GoldenCase golden = GoldenCase.of(one, "out", Elements.of(DType.F32, 1.5), "a copy");
    return KernelDeclaration.named(name)
        .buffer("x", Access.READ, "n")
        .buffer("out", Access.WRITE_ALL, "n")
        .constant("n", StructLayout.scalar(DType.U32))
        .dtype(DType.F32, Tolerance.exact())
        .work("n")
        .reference(reference)
        .cases((random, dtype) -> one)
        .golden(golden)
        .golden(golden)
        .golden(golden)
        .build();
  }
}
