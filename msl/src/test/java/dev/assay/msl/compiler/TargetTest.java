package dev.assay.msl.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.msl.MslBuild;
import dev.assay.msl.MslCodes;
import dev.assay.msl.reader.MslSource;
import dev.assay.spi.error.InvalidCallException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Code for machines that are not here, looked at and not run. */
class TargetTest {
  private static final Path CACHE = Path.of("target", "cache", "msl").toAbsolutePath();
  private static final int ELF_MACHINE = 18;
  private static final int AARCH64 = 183;

  private static MslSource source(String file) throws IOException {
    try (InputStream in = TargetTest.class.getResourceAsStream("/dev/assay/msl/" + file)) {
      return MslSource.of(file, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @Test
  void armObjectsOfBothBuildsHoldTheEntry() throws IOException {
    for (MslBuild build : MslBuild.values()) {
      KernelCompiler compiler = KernelCompiler.open(CACHE, build, Target.AARCH64);
      for (String kernel : List.of("softmax_float", "matmul_half", "apply_twice")) {
        KernelCompiler.Code code =
            compiler.code(source("templates.metal"), kernel, Map.of(), List.of("-c"));
        byte[] object = code.bytes().array();
        assertThat(object).startsWith(0x7F, 'E', 'L', 'F');
        assertThat(object[ELF_MACHINE] & 0xFF).isEqualTo(AARCH64);
        assertThat(new String(object, StandardCharsets.ISO_8859_1))
            .contains(EntryWriter.symbol(code.entry(), build));
      }
    }
  }

  @Test
  void ptxHasAnEntrySharedMemoryAndBarriers() throws IOException {
    PtxKernel tree =
        KernelCompiler.openPtx(CACHE).ptx(source("barriers.metal"), "tree_sum", Map.of());
    assertThat(tree.text())
        .contains(".target sm_80", ".visible .entry " + PtxKernel.SYMBOL, "bar.sync", ".shared",
            "%ctaid.x", "%tid.x")
        // No contraction and no approximation: the default is safe math.
        .doesNotContain("fma.rn.f32", ".approx", ".ftz")
        // The tables of bindings are gone: each buffer's address is a parameter.
        .doesNotContain(".local");
    assertThat(tree.entry().bindings()).extracting(KernelBinding::name)
        .containsExactly("in", "out", "columns", "scratch", "g", "t", "n");
  }

  @Test
  void simdgroupOperationsAreShufflesAndVotesInPtx() throws IOException {
    KernelCompiler compiler = KernelCompiler.openPtx(CACHE);
    for (String kernel : List.of("lanes", "divergent", "quads")) {
      String text = compiler.ptx(source("simdgroups.metal"), kernel, Map.of()).text();
      // Lanes that took another way have no part: the mask is asked for where the lanes meet.
      assertThat(text).contains("activemask.b32", "shfl.sync.idx.b32")
          .doesNotContain(".extern .func");
    }
    assertThat(compiler.ptx(source("simdgroups.metal"), "lanes", Map.of()).text())
        .contains("vote.sync.ballot.b32");
    String matrices = compiler.ptx(source("templates.metal"), "matmul_half", Map.of()).text();
    assertThat(matrices).contains("shfl.sync.idx.b32").doesNotContain(".extern .func");
  }

  @Test
  void texturesAreRefusedForPtx() throws IOException {
    KernelCompiler compiler = KernelCompiler.openPtx(CACHE);
    MslSource source = MslSource.of("texture.metal", """
        #include <metal_stdlib>
        using namespace metal;
        kernel void read(texture2d<float> image [[texture(0)]], device float4* out [[buffer(0)]]) {
          out[0] = image.read(uint2(0));
        }
        """);
    assertThatThrownBy(() -> compiler.ptx(source, "read", Map.of()))
        .isInstanceOfSatisfying(
            InvalidCallException.class,
            e -> assertThat(e.code()).isEqualTo(MslCodes.KERNEL_UNSUPPORTED));
  }

  @Test
  void builtInValuesOutsideKernelsAreRefusedForPtx() throws IOException {
    KernelCompiler compiler = KernelCompiler.openPtx(CACHE);
    assertThatThrownBy(
        () -> compiler.ptx(source("outside.metal"), "counting::positions", Map.of()))
        .isInstanceOfSatisfying(
            InvalidCallException.class,
            e -> assertThat(e.code()).isEqualTo(MslCodes.KERNEL_UNSUPPORTED));
    assertThat(compiler.ptx(source("outside.metal"), "doubled", Map.of()).text())
        .contains(".entry");
  }
}
