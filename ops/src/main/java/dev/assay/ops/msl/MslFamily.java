package dev.assay.ops.msl;

import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.Geometry;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.KernelSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/**
 * Kernels that share one source. An entry point is called {@code kernel_dtype}, or {@code kernel_variant_dtype} where
 * one kernel has several implementations.
 */
final class MslFamily {
  /** The implementation's name where a kernel has only one. */
  static final String ONLY = "elements";

  private static final String WIDTH = "min(256, pipeline.threadsPerThreadgroup)";

  private static final String COMMON = "common.metal";

  private final KernelSource source;

  private MslFamily(KernelSource source) {
    this.source = source;
  }

  /** The family whose text is in the last of these resources, behind what it shares with others in the rest. */
  static MslFamily of(String... files) {
    String own = files[files.length - 1];
    return new MslFamily(new KernelSource("assay/" + own, Stream
        .concat(Stream.of(COMMON), Stream.of(files))
        .map(part -> new KernelSource.Part("assay/" + part, read(part)))
        .toList()));
  }

  /** One implementation for each dtype of the kernel, of which it has no others. */
  Stream<Implementation> only(KernelDeclaration kernel, Geometry geometry) {
    return kernel.dtypes()
        .stream()
        .map(dtype -> implementation(kernel, ONLY, dtype, kernel.name().name() + "_" + dtype,
            geometry));
  }

  /** One implementation of this variant for each dtype of the kernel. */
  Stream<Implementation> variant(KernelDeclaration kernel, String variant, Geometry geometry) {
    return kernel.dtypes()
        .stream()
        .map(dtype -> implementation(kernel, variant, dtype,
            kernel.name().name() + "_" + variant + "_" + dtype, geometry));
  }

  /** A thread for each of {@code length} elements. */
  static Geometry each(String length) {
    return Geometry.threads(length, WIDTH);
  }

  /** A thread for each element of rows of this width; narrow rows share a threadgroup. */
  static Geometry rows(String width, String rows) {
    String across = "min(" + width + ", 256)";
    return new Geometry(Geometry.Form.THREADS, Geometry.Axes.of(width, rows, "1"),
        Geometry.Axes.of(across, "256 / " + across, "1"));
  }

  /** Threads for a row of this length: full simdgroups, a power of two, at most 256. */
  static String rowWidth(String length) {
    return "max(device.simdWidth, min(pow2Floor(" + length
        + "), pow2Floor(min(256, pipeline.threadsPerThreadgroup))))";
  }

  private Implementation implementation(
      KernelDeclaration kernel, String variant, DType dtype, String entryPoint, Geometry geometry) {
    return Implementation.msl(kernel.name().toString(), variant, dtype, source, entryPoint,
        geometry);
  }

  private static String read(String file) {
    try (InputStream in = MslFamily.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("resource " + file + " is missing from the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
