package dev.assay.models.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.assay.models.ModelCodes;
import dev.assay.models.onnx.proto.OnnxProto;
import dev.assay.spi.error.InvalidInputException;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.UniqueElements;

/** Whatever happens to a file, reading it ends in a model that agrees with itself or in an error with a code. */
class DamagedFileTest {
  record Flip(int position, byte value) {}

  private static final byte[] FILE = file();

  private static byte[] file() {
    return OnnxFiles.model(
        OnnxProto.Graph.newBuilder()
            .addInput(OnnxProto.ValueInfo.newBuilder().setName("x"))
            .addOutput(OnnxProto.ValueInfo.newBuilder().setName("y"))
            .addInitializer(OnnxFiles.floats("weight", 1, 2, 3, 4))
            .addInitializer(
                OnnxFiles.tensor("ints", OnnxFiles.INT32, 2).addInt32Data(1).addInt32Data(-1))
            .addInitializer(
                OnnxFiles.tensor("bools", OnnxFiles.BOOL, 1, 2)
                    .setRawData(ByteString.copyFrom(new byte[] {0, 1})))
            .addInitializer(
                OnnxFiles
                    .external(OnnxFiles.tensor("empty", OnnxFiles.FLOAT, 0), "location", "a.bin")
                    .setDataLocation(0))
            .addNode(
                OnnxProto.Node.newBuilder()
                    .setName("product")
                    .setOpType("MatMul")
                    .addInput("x")
                    .addInput("weight")
                    .addOutput("y")
                    .addAttribute(
                        OnnxProto.Attribute.newBuilder().setName("axes").setType(7).addInts(1))
                    .addAttribute(
                        OnnxProto.Attribute.newBuilder()
                            .setName("value")
                            .setType(4)
                            .setT(OnnxFiles.floats("", 1))))
            .build());
  }

  @Property
  void everyTruncationIsRefused(@ForAll @IntRange(min = 0, max = 10_000) int length) {
    byte[] cut = Arrays.copyOf(FILE, length % FILE.length);

    assertThat(OnnxFiles.codes(cut))
        .singleElement()
        .isIn(ModelCodes.ONNX_TRUNCATED, ModelCodes.ONNX_EMPTY, ModelCodes.ONNX_MALFORMED);
  }

  @Provide
  Arbitrary<Flip> flips() {
    return Combinators
        .combine(Arbitraries.integers().between(0, FILE.length - 1), Arbitraries.bytes())
        .as(Flip::new);
  }

  @Property(tries = 5000)
  void changedBytesGiveAModelOrANamedError(
      @ForAll @Size(min = 1, max = 6) List<@From("flips") Flip> flips) {
    byte[] damaged = FILE.clone();
    flips.forEach(flip -> damaged[flip.position] = flip.value);

    check(damaged);
  }

  @Property(tries = 2000)
  void piecesInAnyOrderGiveAModelOrANamedError(
      @ForAll @Size(2) @UniqueElements List<@IntRange(min = 1, max = 200) Integer> cuts) {
    int first = Math.min(cuts.get(0), cuts.get(1)) % FILE.length;
    int second = Math.max(first, Math.max(cuts.get(0), cuts.get(1)) % FILE.length);
    byte[] swapped = new byte[FILE.length];
    System.arraycopy(FILE, 0, swapped, 0, first);
    System.arraycopy(FILE, second, swapped, first, FILE.length - second);
    System.arraycopy(FILE, first, swapped, first + FILE.length - second, second - first);

    check(swapped);
  }

  @Property(tries = 2000)
  void randomBytesGiveAModelOrANamedError(@ForAll byte[] bytes) {
    check(bytes);
  }

  private static void check(byte[] file) {
    OnnxModel model;
    try {
      model = OnnxFiles.read(file);
    } catch (InvalidInputException e) {
      assertThat(e.problems())
          .allSatisfy(problem -> assertThat(problem.code().id()).startsWith("onnx."));
      return;
    }
    assertThat(model.initializers())
        .allSatisfy(
            (name, tensor) -> {
              assertThat(tensor.name()).isEqualTo(name);
              long elements = tensor.shape().stream().reduce(1L, Math::multiplyExact);
              assertThat(tensor.elementCount()).isEqualTo(elements);
              assertThat(tensor.data().byteSize()).isEqualTo(elements * tensor.dtype().sizeBytes());
            });
  }
}
