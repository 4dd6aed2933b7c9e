package dev.assay.models.bert;

import dev.assay.models.onnx.OnnxTensor;

/**
 * The encoder in plain Java and double precision, for one text without padding: slow, and small enough to check by
 * reading. It shows that each weight is in its role.
 */
final class BertForward {
  private final BertWeights weights;
  private final int hidden;

  BertForward(BertWeights weights) {
    this.weights = weights;
    this.hidden = weights.config().hidden();
  }

  /** The last hidden state, [tokens][hidden]. */
  double[][] run(int... ids) {
    float[] words = weights.wordEmbeddings().toFloats();
    float[] positions = weights.positionEmbeddings().toFloats();
    float[] types = weights.tokenTypeEmbeddings().toFloats();
    double[][] x = new double[ids.length][hidden];
    for (int t = 0; t < ids.length; t++) {
      for (int c = 0; c < hidden; c++) {
        x[t][c] = (double) words[ids[t] * hidden + c] + positions[t * hidden + c] + types[c];
      }
    }
    x = norm(x, weights.embeddingNorm());
    for (BertLayerWeights layer : weights.layers()) {
      double[][] attended = linear(attention(x, layer), layer.attentionOutput());
      x = norm(sum(attended, x), layer.attentionNorm());
      double[][] inner = linear(x, layer.feedForwardIn());
      for (double[] row : inner) {
        for (int c = 0; c < row.length; c++) {
          row[c] = row[c] / 2 * (1 + erf(row[c] / Math.sqrt(2)));
        }
      }
      x = norm(sum(linear(inner, layer.feedForwardOut()), x), layer.outputNorm());
    }
    return x;
  }

  private double[][] attention(double[][] x, BertLayerWeights layer) {
    double[][] query = linear(x, layer.query());
    double[][] key = linear(x, layer.key());
    double[][] value = linear(x, layer.value());
    int dim = weights.config().headDim();
    double[][] out = new double[x.length][hidden];
    for (int start = 0; start < hidden; start += dim) {
      for (int i = 0; i < x.length; i++) {
        double[] score = new double[x.length];
        double total = 0;
        for (int j = 0; j < x.length; j++) {
          for (int c = start; c < start + dim; c++) {
            score[j] += query[i][c] * key[j][c];
          }
          score[j] = Math.exp(score[j] / Math.sqrt(dim));
          total += score[j];
        }
        for (int j = 0; j < x.length; j++) {
          for (int c = start; c < start + dim; c++) {
            out[i][c] += score[j] / total * value[j][c];
          }
        }
      }
    }
    return out;
  }

  private static double[][] linear(double[][] x, LinearWeights linear) {
    float[] weight = linear.weight().toFloats();
    float[] bias = linear.bias().toFloats();
    double[][] out = new double[x.length][bias.length];
    for (int r = 0; r < x.length; r++) {
      for (int k = 0; k < x[r].length; k++) {
        for (int c = 0; c < bias.length; c++) {
          out[r][c] += x[r][k] * weight[k * bias.length + c];
        }
      }
      for (int c = 0; c < bias.length; c++) {
        out[r][c] += bias[c];
      }
    }
    return out;
  }

  private static double[][] sum(double[][] a, double[][] b) {
    double[][] out = new double[a.length][a[0].length];
    for (int r = 0; r < a.length; r++) {
      for (int c = 0; c < a[r].length; c++) {
        out[r][c] = a[r][c] + b[r][c];
      }
    }
    return out;
  }

  private static double[][] norm(double[][] x, LayerNormWeights norm) {
    float[] gamma = floats(norm.gamma());
    float[] beta = floats(norm.beta());
    double[][] out = new double[x.length][];
    for (int r = 0; r < x.length; r++) {
      double mean = 0;
      for (double value : x[r]) {
        mean += value / x[r].length;
      }
      double variance = 0;
      for (double value : x[r]) {
        variance += (value - mean) * (value - mean) / x[r].length;
      }
      out[r] = new double[x[r].length];
      for (int c = 0; c < x[r].length; c++) {
        out[r][c] = (x[r][c] - mean) / Math.sqrt(variance + norm.epsilon()) * gamma[c] + beta[c];
      }
    }
    return out;
  }

  private static float[] floats(OnnxTensor tensor) {
    return tensor.toFloats();
  }

  /** The integral of 2/√π·exp(−t²) from 0 to x by its Taylor series, which serves for |x| up to 5; beyond, ±1. */
  private static double erf(double x) {
    if (Math.abs(x) > 5) {
      return Math.signum(x);
    }
    double term = x;
    double total = x;
    for (int n = 1; Math.abs(term) > 1e-18 * Math.abs(total); n++) {
      term *= -x * x / n;
      total += term / (2 * n + 1);
    }
    return total * 2 / Math.sqrt(Math.PI);
  }
}
