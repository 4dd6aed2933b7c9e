package dev.assay.parity;

import dev.assay.backend.referencecpu.ReferenceCpuProvider;
import dev.assay.backend.support.DevicePort;
import dev.assay.backend.support.SupportBackend;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.ReferenceDispatch;
import dev.assay.spi.kernel.Tolerance;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/** Small kernels that do one thing to each element. */
final class TestKernels {
  static final double BOUND = 1e-4;

  private TestKernels() {}

  static KernelCatalog catalog(KernelDeclaration... kernels) {
    KernelCatalog.Builder catalog = KernelCatalog.builder();
    for (KernelDeclaration kernel : kernels) {
      catalog.kernel(kernel, "test");
    }
    return catalog.build();
  }

  /** A backend that says of its device that it runs texts; it runs reference functions. */
  static Backend running(KernelCatalog catalog) {
    return answering(catalog, Map.of("runsImplementations", true));
  }

  /** The same where a kernel needs a text. */
  static Backend needing(KernelCatalog catalog) {
    return answering(catalog, Map.of("runsImplementations", true, "needsImplementation", true));
  }

  /** The same as {@link #running} where nothing goes indirect. */
  static Backend neverIndirect(KernelCatalog catalog) {
    return answering(catalog,
        Map.of("runsImplementations", true, "indirectRefusal", "the device cannot"));
  }

  private static Backend answering(KernelCatalog catalog, Map<String, Object> answers) {
    return ((SupportBackend) new ReferenceCpuProvider().open(catalog)).decorated("running",
        port -> (DevicePort) Proxy.newProxyInstance(TestKernels.class.getClassLoader(),
            new Class<?>[] {DevicePort.class}, (proxy, method, arguments) -> {
              Object answer = answers.get(method.getName());
              if (answer != null) {
                return answer;
              }
              try {
                return method.invoke(port, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            }));
  }

  /** out = 3 x. */
  static KernelDeclaration triple() {
    return elementwise("test:triple", x -> 3 * x, 3);
  }

  /** out = 1 to 2, where 16 are allowed: what lies there before is near too. */
  static KernelDeclaration coarse() {
    return elementwise("test:coarse", x -> 1 + Math.abs(Math.sin(x)), 3, Tolerance.of(16));
  }

  /** out = sin x / 10⁹, where 10⁻⁴ are allowed: zeros are near. */
  static KernelDeclaration faint() {
    return elementwise("test:faint", x -> Math.sin(x) * 1e-9, 3, Tolerance.of(BOUND));
  }

  /** A kernel whose golden cases state {@code stated} results for three inputs. */
  static KernelDeclaration elementwise(String name, DoubleUnaryOperator function, int stated) {
    return elementwise(name, function, stated, Tolerance.of(BOUND));
  }

  private static KernelDeclaration elementwise(String name, DoubleUnaryOperator function,
      int stated, Tolerance tolerance) {
    KernelDeclaration.Builder kernel = KernelDeclaration.named(name)
        .buffer("x", Access.READ, "length")
        .buffer("out", Access.WRITE_ALL, "length")
        .constant("length", StructLayout.scalar(DType.U32))
        .work("length")
        .dtype(DType.F32, tolerance)
        .reference(dispatch -> run(dispatch, function))
        .cases(TestKernels::generate);
    for (double scale : new double[] {1, -2, 0.5}) {
      double[] x = {scale, 2 * scale, 5 * scale};
      double[] expected = new double[stated];
      for (int i = 0; i < stated; i++) {
        expected[i] = function.applyAsDouble(x[i]);
      }
      kernel.golden(GoldenCase.of(arguments("by " + scale, Elements.of(DType.F32, x)), "out",
          Elements.of(DType.F32, expected), "by hand"));
    }
    return kernel.build();
  }

  private static KernelCase arguments(String label, Elements x) {
    return KernelCase.labelled(label, x.dtype())
        .input("x", x)
        .constant("length", StructValue.ofLong(DType.U32, x.length()));
  }

  private static KernelCase generate(CaseRandom random, DType dtype) {
    int length = random.sizeOrEmpty(300);
    return arguments("length=" + length, random.values(dtype, length));
  }

  private static void run(ReferenceDispatch dispatch, DoubleUnaryOperator function) {
    Elements x = dispatch.buffer("x");
    Elements out = dispatch.buffer("out");
    dispatch.forEachRow(dispatch.constant("length").getLong(""),
        i -> out.setDouble(i, function.applyAsDouble(x.getDouble(i))));
  }
}
