package dev.assay.ops.elementwise;

import dev.assay.ops.reference.Blocks;
import dev.assay.ops.reference.ElementTypes;
import dev.assay.ops.reference.StridedCase;
import dev.assay.ops.reference.StridedIndex;
import dev.assay.ops.shape.OpCheck;
import dev.assay.ops.shape.Strides;
import dev.assay.spi.data.Bytes;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.Problem;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.ReferenceDispatch;
import dev.assay.spi.op.KernelCall;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/** {@code assay:where}: out[i] = condition[i] ? a[i] : b[i], each operand broadcast by its strides. */
public final class Where {
  private static final int MOST_AXES = OpCheck.MOST_AXES;

  private static final StructLayout PARAMS = StructLayout.struct("WhereParams")
      .field("length", DType.U32)
      .field("rank", DType.U32)
      .array("shape", DType.U32, MOST_AXES)
      .array("condition_strides", DType.U64, MOST_AXES)
      .array("a_strides", DType.U64, MOST_AXES)
      .array("b_strides", DType.U64, MOST_AXES)
      .build();

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = ElementTypes
      .all(KernelDeclaration.named("assay:where"))
      .buffer("condition", DType.BOOL, Access.READ,
          "extent(params.shape, params.condition_strides)")
      .buffer("a", Access.READ, "extent(params.shape, params.a_strides)")
      .buffer("b", Access.READ, "extent(params.shape, params.b_strides)")
      .buffer("out", Access.WRITE_ALL, "params.length")
      .constant("params", PARAMS)
      .inPlace("out", "a", "isDense(params.shape, params.a_strides)")
      .inPlace("out", "b", "isDense(params.shape, params.b_strides)")
      .work("params.length")
      .numerics("the bits move unchanged; any byte but 0 is true")
      .reference(Where::run)
      .cases(Where::generate)
      .golden(WhereGolden.onnxExample())
      .golden(WhereGolden.broadcastCondition())
      .golden(WhereGolden.specialValues())
      .golden(WhereGolden.integers())
      .build();

  private Where() {}

  /** a where the condition holds and b elsewhere, of the shape that all three broadcast to. */
  public static Tensor call(TensorScope scope, Tensor condition, Tensor a, Tensor b) {
    OpCheck check = OpCheck.of("where")
        .operand("a", a)
        .operand("b", b)
        .dtypeOf(DECLARATION)
        .operand("condition", condition);
    check.require(condition.dtype() == DType.BOOL, () -> Problem
        .of(Codes.BIND_TYPE, "condition has another element type than the kernel takes")
        .expected(DType.BOOL.toString(), condition.dtype().toString())
        .remedy("cast it to bool"));
    check.rank("a", a, 0, MOST_AXES);
    check.rank("b", b, 0, MOST_AXES);
    check.rank("condition", condition, 0, MOST_AXES);
    Optional<Shape> broadcast = check
        .attempt(() -> a.shape().broadcast(b.shape()).broadcast(condition.shape()));
    broadcast.ifPresent(shape -> check.indexable("the result", shape));
    check.finish();
    Shape shape = broadcast.orElseThrow();
    StructValue params = params(shape, Strides.broadcast(condition, shape),
        Strides.broadcast(a, shape), Strides.broadcast(b, shape));
    Tensor out = scope.empty(a.dtype(), shape);
    scope.run(KernelCall.of("assay:where", a.dtype())
        .tensor("condition", condition)
        .tensor("a", a)
        .tensor("b", b)
        .tensor("out", out)
        .constant("params", params));
    return out;
  }

  /** A case of dense operands, given with their strides. */
  static KernelCase arguments(
      String label, StructValue params, Elements condition, Elements a, Elements b) {
    return KernelCase.labelled(label, a.dtype())
        .input("condition", condition)
        .input("a", a)
        .input("b", b)
        .constant("params", params);
  }

  static StructValue params(Shape shape, long[] condition, long[] a, long[] b) {
    return PARAMS.value()
        .set("length", shape.elements())
        .set("rank", shape.rank())
        .setAll("shape", Strides.pad(shape.sizes(), MOST_AXES, 1))
        .setAll("condition_strides", Strides.pad(condition, MOST_AXES, 0))
        .setAll("a_strides", Strides.pad(a, MOST_AXES, 0))
        .setAll("b_strides", Strides.pad(b, MOST_AXES, 0))
        .build();
  }

  private static void run(ReferenceDispatch dispatch) {
    StructValue params = dispatch.constant("params");
    StridedIndex conditionIndex = StridedIndex.of(params, "shape", "condition_strides");
    StridedIndex aIndex = StridedIndex.of(params, "shape", "a_strides");
    StridedIndex bIndex = StridedIndex.of(params, "shape", "b_strides");
    Elements condition = dispatch.buffer("condition");
    MemorySegment a = dispatch.buffer("a").memory();
    MemorySegment b = dispatch.buffer("b").memory();
    MemorySegment out = dispatch.buffer("out").memory();
    int size = dispatch.dtype().sizeBytes();
    Blocks.forEach(dispatch, params.getLong("length"), (first, count) -> {
      long[] chosen = new long[count];
      conditionIndex.read(condition, first, count, chosen);
      for (int i = 0; i < count; i++) {
        boolean left = chosen[i] != 0;
        long from = (left ? aIndex : bIndex).offset(first + i);
        Bytes.copy(left ? a : b, from * size, out, (first + i) * size, size);
      }
    });
  }

  private static KernelCase generate(CaseRandom random, DType dtype) {
    Shape shape = StridedCase.shape(random, MOST_AXES);
    StridedCase condition = StridedCase.of(random, shape);
    StridedCase a = StridedCase.of(random, shape);
    StridedCase b = StridedCase.of(random, shape);
    return arguments(
        "shape=" + shape + " condition_strides=" + condition + " a_strides=" + a + " b_strides="
            + b,
        params(shape, condition.strides(), a.strides(), b.strides()),
        random.values(DType.BOOL, condition.extent()),
        random.values(dtype, a.extent()),
        random.values(dtype, b.extent()));
  }
}
