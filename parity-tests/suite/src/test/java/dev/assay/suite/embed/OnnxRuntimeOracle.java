package dev.assay.suite.embed;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.assay.models.minilm.MiniLmFiles;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The same model in ONNX Runtime, with pooling and normalisation in double precision. */
final class OnnxRuntimeOracle implements AutoCloseable {
  private final OrtEnvironment environment = OrtEnvironment.getEnvironment();
  private final OrtSession session;

  OnnxRuntimeOracle() throws IOException, OrtException {
    try (InputStream onnx = MiniLmFiles.onnx()) {
      session = environment.createSession(onnx.readAllBytes());
    }
  }

  /** The sentence vector of one text, alone and without padding. */
  double[] embed(List<Long> ids) throws OrtException {
    double[] sum = new double[384];
    for (float[] token : hiddenState(ids.stream().mapToLong(Long::longValue).toArray())) {
      for (int c = 0; c < sum.length; c++) {
        sum[c] += token[c];
      }
    }
    double norm = Math.sqrt(Arrays.stream(sum).map(c -> c * c).sum());
    return Arrays.stream(sum).map(c -> c / norm).toArray();
  }

  private float[][] hiddenState(long[] ids) throws OrtException {
    long[] ones = new long[ids.length];
    Arrays.fill(ones, 1);
    try (OnnxTensor input = OnnxTensor.createTensor(environment, new long[][] {ids});
        OnnxTensor mask = OnnxTensor.createTensor(environment, new long[][] {ones});
        OnnxTensor types = OnnxTensor.createTensor(environment, new long[1][ids.length]);
        OrtSession.Result result =
            session
                .run(Map.of("input_ids", input, "attention_mask", mask, "token_type_ids", types))) {
      return ((float[][][]) result.get("last_hidden_state").orElseThrow().getValue())[0];
    }
  }

  @Override
  public void close() throws OrtException {
    session.close();
  }
}
