package dev.assay.suite.metal;

import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.Schedule;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.KernelName;
import dev.assay.spi.kernel.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** out = in + 1 + 10 + 100, through memory in between. */
final class AddChain {
  static final KernelName ADD = KernelName.of("assay:bias_add");

  final Backend backend;
  final Pipeline add;
  final List<BufferView> between = new ArrayList<>();
  final Schedule schedule;

  AddChain(Backend backend) {
    this.backend = backend;
    this.add = backend.registry()
        .pipeline(backend.registry().choose(ADD, DType.F32, Map.of("params", params(1))));
    Capture capture = backend.capture("chain");
    BufferView in = capture.slot("in", DType.F32, 2);
    BufferView out = capture.slot("out", DType.F32, 2);
    between.add(filled(0, 0));
    between.add(filled(0, 0));
    capture.dispatch(add, adding(in, 1, between.get(0)), "one");
    capture.dispatch(add, adding(between.get(0), 10, between.get(1)), "ten");
    capture.dispatch(add, adding(between.get(1), 100, out), "hundred");
    this.schedule = capture.finish();
  }

  private StructValue params(long elements) {
    StructLayout layout = ((Parameter.Constant) backend.registry()
        .catalog()
        .declaration(ADD)
        .parameter("params")
        .orElseThrow()).layout();
    return layout.value().set("rows", elements).set("width", 1).build();
  }

  Bindings adding(BufferView x, double addend, BufferView out) {
    return new Bindings().buffer("x", x)
        .buffer("bias", filled(addend))
        .buffer("out", out)
        .constant("params", params(2));
  }

  BufferView filled(double... values) {
    BufferView view = backend.allocate(4L * values.length, "data").view(DType.F32);
    view.write(Elements.of(DType.F32, values));
    return view;
  }

  SlotValues values(CompiledSchedule compiled, BufferView in, BufferView out) {
    return compiled.newValues().set(compiled.slot("in"), in).set(compiled.slot("out"), out);
  }
}
