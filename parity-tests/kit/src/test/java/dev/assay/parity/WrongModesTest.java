package dev.assay.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.backend.referencecpu.ReferenceCpuProvider;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.KernelRegistry;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.Slot;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Tolerance;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Backends that are right in every mode but one, or on every case but some. */
class WrongModesTest {
  private static final StructLayout SIZES =
      StructLayout.struct("Sizes").field("rows", DType.U32).field("columns", DType.U32).build();

  private static KernelCase matrix(int rows, int columns, Elements x) {
    return KernelCase.labelled(rows + "x" + columns, x.dtype())
        .input("x", x)
        .constant("sizes", SIZES.value().set("rows", rows).set("columns", columns).build());
  }

  /** out[r, c] = x[r, c] + r. Exchanged sizes touch as many elements, and no golden case shows them. */
  private static KernelDeclaration rowNumbers() {
    KernelDeclaration.Builder kernel = KernelDeclaration.named("test:row_numbers")
        .buffer("x", Access.READ, "sizes.rows * sizes.columns")
        .buffer("out", Access.WRITE_ALL, "sizes.rows * sizes.columns")
        .constant("sizes", SIZES)
        .work("sizes.rows * sizes.columns")
        .dtype(DType.F32, Tolerance.of(TestKernels.BOUND))
        .reference(dispatch -> {
          StructValue sizes = dispatch.constant("sizes");
          long columns = sizes.getLong("columns");
          dispatch.forEachRow(sizes.getLong("rows"), row -> {
            for (long i = row * columns; i < (row + 1) * columns; i++) {
              dispatch.buffer("out").setDouble(i, dispatch.buffer("x").getDouble(i) + row);
            }
          });
        })
        .cases((random, dtype) -> {
          int rows = random.size(20);
          int columns = random.size(20);
          return matrix(rows, columns, random.values(dtype, (long) rows * columns));
        });
    for (double first : new double[] {1, -2, 0.5}) {
      kernel.golden(GoldenCase.of(
          matrix(2, 2, Elements.of(DType.F32, first, 3, 7, first)), "out",
          Elements.of(DType.F32, first, 3, 8, first + 1), "by hand"));
    }
    return kernel.build();
  }

  /** What a call of this name gives instead, or goes on to. */
  @FunctionalInterface
  private interface Change {
    @Nullable
    Object call(Method method, @Nullable Object[] arguments) throws Throwable;
  }

  private static <T> T changed(Class<T> type, Object real, Map<String, Change> changes) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
        (proxy, method, given) -> {
          @Nullable Object[] arguments = given == null ? new Object[0] : given;
          Change change = changes.get(method.getName());
          return change == null ? call(method, real, arguments) : change.call(method, arguments);
        }));
  }

  private static @Nullable Object call(Method method, Object real, @Nullable Object... arguments)
      throws Throwable {
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  /** The backend whose encoders replay with other values. */
  private static Backend replaying(Backend real, UnaryOperator<SlotValues> other) {
    return changed(Backend.class, real, Map.of("newQueue", (newQueue, label) -> {
      CommandQueue queue = (CommandQueue) call(newQueue, real, label);
      return changed(CommandQueue.class, queue, Map.of("encoder", (encoder, name) -> {
        Encoder encodes = (Encoder) call(encoder, queue, name);
        return changed(Encoder.class, encodes, Map.of("replay",
            (replay, values) -> call(replay, encodes, other.apply((SlotValues) values[0]))));
      }));
    }));
  }

  /** The backend whose pipelines bake other bindings, and dispatch the right ones. */
  private static Backend baking(Backend real, UnaryOperator<Bindings> other) {
    Map<Object, Pipeline> wrapped = new HashMap<>();
    KernelRegistry registry = changed(KernelRegistry.class, real.registry(),
        Map.of("pipeline", (pipeline, key) -> {
          Pipeline made = (Pipeline) call(pipeline, real.registry(), key);
          Pipeline wrong = changed(Pipeline.class, made, Map.of("bake", (bake, arguments) -> call(
              bake, made, other.apply((Bindings) arguments[0]), arguments[1])));
          wrapped.put(wrong.key(), made);
          return wrong;
        }));
    return changed(Backend.class, real, Map.of("registry", (method, none) -> registry,
        "newQueue", (newQueue, label) -> {
          CommandQueue queue = (CommandQueue) call(newQueue, real, label);
          return changed(CommandQueue.class, queue, Map.of("encoder", (encoder, name) -> {
            Encoder encodes = (Encoder) call(encoder, queue, name);
            return changed(Encoder.class, encodes, Map.of("dispatch", (dispatch, arguments) -> {
              if (arguments[0] instanceof Pipeline wrong) {
                arguments[0] = wrapped.get(wrong.key());
              }
              return call(dispatch, encodes, arguments);
            }));
          }));
        }));
  }

  private static ParityReport report(Backend backend, Mode... modes) {
    return new ParityRun(backend).run(ParityOptions.ALL.withModes(Set.of(modes)));
  }

  @Test
  void theResultOfTheCaseBeforeIsFound() {
    Map<String, Elements> kept = new HashMap<>();
    try (Spoiled backend = new Spoiled(
        new ReferenceCpuProvider().open(TestKernels.catalog(TestKernels.triple())),
        (views, before) -> {
          BufferView out = views.get("out");
          Elements right = out.read();
          Elements stale = kept.getOrDefault("out", right);
          kept.put("out", right);
          long length = Math.min(out.count(), stale.length());
          out.slice(0, length).write(stale.slice(0, length));
        })) {
      assertThat(report(backend, Mode.DIRECT).failures())
          .extracting(ParityReport.Failure::kind)
          .contains("elements");
    }
  }

  @Test
  void halfOfTheResultsOfAnOddCountIsFound() {
    try (Spoiled backend = new Spoiled(
        new ReferenceCpuProvider().open(TestKernels.catalog(TestKernels.triple())),
        (views, before) -> {
          BufferView out = views.get("out");
          long half = out.count() / 2;
          if (out.count() % 2 == 1) {
            out.slice(half, out.count() - half)
                .write(before.get("out").slice(half, out.count() - half));
          }
        })) {
      assertThat(report(backend, Mode.DIRECT).failures())
          .extracting(ParityReport.Failure::kind)
          .contains("written");
    }
  }

  @Test
  void offsetsThatOnlyAReplayIgnoresAreFound() {
    try (Backend real = new ReferenceCpuProvider().open(TestKernels.catalog(rowNumbers()))) {
      Backend backend = replaying(real, values -> {
        SlotValues other = values.owner().newValues();
        for (Slot slot : values.owner().slots()) {
          BufferView view = values.view(slot.index());
          if (view != null) {
            other.set(slot, view.buffer().view(view.dtype(), 0, view.count()));
          }
        }
        return other;
      });

      assertThat(report(backend, Mode.DIRECT, Mode.BAKED).isPassed()).isTrue();
      assertThat(report(backend, Mode.CAPTURED).failures())
          .extracting(ParityReport.Failure::kind)
          .contains("elements");
    }
  }

  @Test
  void fieldsThatOnlyABakedRecordExchangesAreFound() {
    try (Backend real = new ReferenceCpuProvider().open(TestKernels.catalog(rowNumbers()))) {
      Backend backend = baking(real, bindings -> {
        Bindings other = new Bindings();
        for (Bindings.Binding binding : bindings.list()) {
          switch (binding) {
            case Bindings.ViewBinding(var parameter, var view) -> other.buffer(parameter, view);
            case Bindings.SlotBinding(var parameter) -> other.slot(parameter);
            case Bindings.ValueBinding(var parameter, var value) -> other.constant(parameter,
                SIZES.value()
                    .set("rows", value.getLong("columns"))
                    .set("columns", value.getLong("rows"))
                    .build());
            case Bindings.PatchBinding patch -> other.patchable(patch.name(), patch.parameter(),
                patch.field(), patch.minimum(), patch.maximum());
          }
        }
        return other;
      });

      assertThat(report(backend, Mode.DIRECT).isPassed()).isTrue();
      for (Mode mode : new Mode[] {Mode.BAKED, Mode.CAPTURED, Mode.INDIRECT, Mode.RESUBMITTED}) {
        assertThat(report(backend, mode).failures()).as(mode.id())
            .extracting(ParityReport.Failure::kind)
            .contains("elements");
      }
    }
  }
}
