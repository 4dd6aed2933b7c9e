package dev.assay.msl.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.msl.MslBuild;
import dev.assay.msl.reader.MslSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No access of a checked build goes unseen: in the compiler's own text each has its callback. */
class InstrumentationTest {
  private static final Pattern FUNCTION = Pattern.compile("(?ms)^define [^\\n]*\\{\\n(.*?)^\\}");
  private static final Pattern ACCESS =
      Pattern.compile(
          "(?m)^\\s+(?:%\\S+ = )?(load|store) (?:volatile )?[^\\n]*?, ptr (%[\\w.]+|@[\\w.]+)");
  private static final Pattern TRANSFER = Pattern.compile("call [^\\n]*@llvm\\.mem(cpy|move|set)");
  private static final Pattern CALLBACK =
      Pattern.compile("call [^\\n]*@__asan_(load|store|mem)\\w+\\(");

  @ParameterizedTest
  @CsvSource({
    "templates.metal,softmax_float", "templates.metal,matmul_float", "simdgroups.metal,lanes",
    "simdgroups.metal,tree", "simdgroups.metal,sort",
    "vectors.metal,halves", "attention.metal,count"})
  void loadsAndStoresEqualCallbacks(String file, String kernel) throws IOException {
    String text = llvm(file, kernel);
    int accesses = 0;
    int callbacks = 0;
    Matcher functions = FUNCTION.matcher(text);
    while (functions.find()) {
      String body = functions.group(1);
      if (functions.group().contains("sanitize_address")
          || CALLBACK.matcher(body).find()) {
        accesses += count(ACCESS, body) + count(TRANSFER, body);
        callbacks += count(CALLBACK, body);
      }
    }
    assertThat(callbacks).isPositive().isEqualTo(accesses);
  }

  private static int count(Pattern pattern, String text) {
    return (int) pattern.matcher(text).results().count();
  }

  private static String llvm(String file, String kernel) throws IOException {
    try (InputStream in =
        InstrumentationTest.class.getResourceAsStream("/dev/assay/msl/" + file)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      byte[] llvm = KernelCompiler
          .open(Path.of("target", "cache", "msl").toAbsolutePath(), MslBuild.CHECKED)
          .code(MslSource.of(file, text), kernel, Map.of(), List.of("-S", "-emit-llvm"))
          .bytes()
          .array();
      return new String(llvm, StandardCharsets.UTF_8);
    }
  }
}
