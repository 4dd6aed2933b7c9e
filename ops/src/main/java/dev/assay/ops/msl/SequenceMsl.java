package dev.assay.ops.msl;

import dev.assay.ops.attention.Attention;
import dev.assay.ops.attention.KvAppend;
import dev.assay.ops.attention.Rope;
import dev.assay.spi.kernel.Geometry;
import dev.assay.spi.kernel.Implementation;
import java.util.stream.Stream;

/** Attention, tiled, for one query and for any size, and the kernels that go with it. */
final class SequenceMsl {
  private static final String SIMD_32 = "device.simdWidth == 32";

  private SequenceMsl() {}

  static Stream<Implementation> implementations() {
    MslFamily sequence = MslFamily.of("sequence.metal");
    String across = "min(params.head_dim, 256)";
    return Stream.of(
        attention(),
        sequence.only(Rope.DECLARATION, new Geometry(Geometry.Form.THREADS,
            Geometry.Axes.of("params.head_dim", "params.heads", "params.batch * params.seq"),
            Geometry.Axes.of(across, "256 / " + across, "1"))),
        sequence.only(KvAppend.DECLARATION, MslFamily.rows("params.head_dim", "params.heads")))
        .flatMap(each -> each);
  }

  private static Stream<Implementation> attention() {
    MslFamily family = MslFamily.of("attention.metal");
    String small = SIMD_32 + " && params.head_dim <= 256 && params.v_dim <= 256";
    // Keys and values of 32 positions and eight queries in 32 KB of threadgroup memory.
    String tiles = SIMD_32 + " && params.head_dim <= 192 && params.v_dim <= 192";
    return Stream.of(
        family
            .variant(Attention.DECLARATION, "query",
                groups("params.q_length", "params.heads", "params.batch"))
            .map(query -> query.when("params.q_length < 4 && " + small)
                .withLimit(small, "head_dim and v_dim are at most 256, simdgroups 32 wide")),
        family
            .variant(Attention.DECLARATION, "tiled",
                groups("ceilDiv(params.q_length, 8)", "params.heads", "params.batch"))
            .map(tiled -> tiled.when(tiles)
                .withLimit(tiles, "head_dim and v_dim are at most 192, simdgroups 32 wide")
                .withThreadgroupMemory("128 * max(params.head_dim, params.v_dim)",
                    "32 * max(params.head_dim, 1)")),
        family
            .variant(Attention.DECLARATION, "plain", new Geometry(Geometry.Form.THREADS,
                Geometry.Axes.of("params.v_dim", "params.q_length", "params.batch * params.heads"),
                Geometry.Axes.of("min(params.v_dim, 64)", "1", "1")))
            .map(Implementation::suitingCpu))
        .flatMap(each -> each);
  }

  private static Geometry groups(String x, String y, String z) {
    return new Geometry(Geometry.Form.THREADGROUPS, Geometry.Axes.of(x, y, z),
        Geometry.Axes.of("32", "8", "1"));
  }
}
