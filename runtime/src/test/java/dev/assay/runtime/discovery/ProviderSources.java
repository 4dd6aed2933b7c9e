package dev.assay.runtime.discovery;

/** Java texts of providers that a third party might write, good and bad. */
final class ProviderSources {
  private ProviderSources() {}

  /** A provider in package acme; each part is the body of that method, null for the usual. */
  static String provider(String className, String id, int rank, String probe) {
    return provider(className, "", "return \"" + id + "\";", "return " + rank + ";", probe,
        "throw new IllegalStateException();");
  }

  /** A usable provider. */
  static String usable(String className, String id, int rank) {
    return provider(className, id, rank,
        "return new Availability.Usable(\"device of " + id + "\");");
  }

  /** A usable provider whose {@code open} has this body. */
  static String opening(String className, String id, String open) {
    return provider(className, "", "return \"" + id + "\";", "return 7;",
        "return new Availability.Usable(\"device of " + id + "\");", open);
  }

  /** All bodies given, and members in front of them. */
  static String provider(String className, String members, String id, String rank, String probe,
      String open) {
    return """
        package acme;
        import dev.assay.spi.backend.Backend;
        import dev.assay.spi.kernel.KernelCatalog;
        import dev.assay.spi.provider.Availability;
        import dev.assay.spi.provider.BackendProvider;
        public final class %s implements BackendProvider {
          %s
          public String id() { %s }
          public int rank() { %s }
          public Availability probe() { %s }
          public Backend open(KernelCatalog catalog) { %s }
        }
        """.formatted(className, members, id, rank, probe, open);
  }

  /** A plugin in package acme whose {@code kernels} has this body. */
  static String plugin(String className, String kernels, String implementations, String libraries) {
    return """
        package acme;
        import dev.assay.spi.data.DType;
        import dev.assay.spi.data.Elements;
        import dev.assay.spi.data.StructLayout;
        import dev.assay.spi.data.StructValue;
        import dev.assay.spi.kernel.*;
        import dev.assay.spi.op.OpLibrary;
        import dev.assay.spi.provider.OpPlugin;
        import java.util.List;
        public final class %s implements OpPlugin {
          public List<KernelDeclaration> kernels() { %s }
          public List<Implementation> implementations() { %s }
          public List<OpLibrary<?>> libraries() { %s }
          static KernelDeclaration twice(String name) {
            KernelCase one = KernelCase.labelled("one", DType.F32)
                .input("x", Elements.of(DType.F32, 1.5)).constant("n", StructValue.ofLong(DType.U32, 1));
            GoldenCase golden = GoldenCase.of(one, "out", Elements.of(DType.F32, 3), "2 * 1.5 by hand");
            return KernelDeclaration.named(name)
                .buffer("x", Access.READ, "n").buffer("out", Access.WRITE_ALL, "n")
                .constant("n", StructLayout.scalar(DType.U32))
                .dtype(DType.F32, Tolerance.exact()).work("n")
                .reference(d -> {
                  for (long i = 0; i < d.buffer("x").length(); i++) {
                    d.buffer("out").setDouble(i, 2 * d.buffer("x").getDouble(i));
                  }
                })
                .cases((random, dtype) -> one)
                .golden(golden).golden(golden).golden(golden)
                .build();
          }
          static Implementation of(String kernel, DType dtype) {
            return Implementation.msl(kernel, "plain", dtype, "kernel void twice() {}", "twice", Geometry.threads("n", "32"));
          }
        }
        """
        .formatted(className, kernels, implementations, libraries);
  }
}
