package dev.assay.parity.onnx;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes cases into a folder: {@code [1, 2] + [10, 20]}, sound or with other contents. */
final class CaseFiles {
  static final String SOUND = """
      {"case": "sum", "op": "Add", "attributes": {}, "node_inputs": ["x", "y"],
       "inputs": [{"name": "x", "dtype": "float32", "shape": [2]},
                  {"name": "y", "dtype": "float32", "shape": [2]}],
       "outputs": [{"name": "z", "dtype": "float32", "shape": [2]}]}
      """;

  private CaseFiles() {}

  static void write(Path folder, String name, String json, byte[] values) throws IOException {
    Files.writeString(folder.resolve(name + ".json"), json);
    Files.write(folder.resolve(name + ".bin"), values);
  }

  static byte[] floats(double... values) {
    return Elements.of(DType.F32, values).memory().toArray(ValueLayout.JAVA_BYTE);
  }

  static byte[] sound() {
    return floats(1, 2, 10, 20, 11, 22);
  }
}
