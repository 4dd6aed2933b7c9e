package dev.assay.cli;

import com.google.gson.stream.JsonWriter;
import dev.assay.cli.output.Answer;
import dev.assay.cli.output.Count;
import dev.assay.cli.output.Printable;
import dev.assay.parity.onnx.OnnxReport;
import java.io.IOException;
import java.io.Writer;
import java.util.Map;

/**
 * What became of a folder of ONNX's operator tests.
 *
 * @param report the run
 */
record OnnxParityAnswer(OnnxReport report) implements Answer {
  @Override
  public boolean isNo() {
    return !report.isGood();
  }

  @Override
  public void writeText(Writer out) throws IOException {
    for (OnnxReport.Failure failure : report.failures()) {
      out.write("failed " + Printable.message(failure.caseName()) + ": "
          + Printable.message(failure.detail()) + "\n");
    }
    for (OnnxReport.Uncovered uncovered : report.uncovered()) {
      out.write("not covered " + Printable.message(uncovered.caseName()) + ": "
          + Printable.message(uncovered.reason())
          + "\n");
    }
    out.write(Count.of(report.executed(), "case") + " ran on " + report.backend() + ": "
        + report.passed().size() + " passed, " + report.failures().size() + " failed; "
        + Count.of(report.uncovered().size(), "needs", "need") + " what is not covered\n");
    if (report.executed() == 0) {
      out.write("nothing was measured: no case ran\n");
    }
  }

  @Override
  public void writeJson(JsonWriter out) throws IOException {
    out.beginObject();
    out.name("backend").value(report.backend());
    out.name("device").value(report.device());
    out.name("executed").value(report.executed());
    out.name("passed").value(report.passed().size());
    out.name("failed").value(report.failures().size());
    out.name("failures").beginArray();
    for (OnnxReport.Failure failure : report.failures()) {
      out.beginObject();
      out.name("case").value(failure.caseName());
      out.name("detail").value(failure.detail());
      out.endObject();
    }
    out.endArray();
    out.name("uncovered").beginObject();
    for (Map.Entry<String, Integer> operator : report.uncoveredByOperator().entrySet()) {
      out.name(operator.getKey()).value(operator.getValue());
    }
    out.endObject();
    out.name("uncoveredCases").beginArray();
    for (OnnxReport.Uncovered uncovered : report.uncovered()) {
      out.beginObject();
      out.name("case").value(uncovered.caseName());
      out.name("operator").value(uncovered.operator());
      out.name("reason").value(uncovered.reason());
      out.endObject();
    }
    out.endArray().endObject();
  }
}
