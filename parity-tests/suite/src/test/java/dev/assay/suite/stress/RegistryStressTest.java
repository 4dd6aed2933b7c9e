package dev.assay.suite.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.runtime.Assay;
import dev.assay.spi.backend.KernelRegistry;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Parameter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every real kernel, dtype and function constant, asked for by many threads at once. */
class RegistryStressTest {
  private static final int THREADS = 16;
  private static final int KEYS = 200;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void sixteenThreadsAndTwoHundredKeysMakeEachPipelineOnce(boolean virtual) throws Exception {
    try (Assay assay = Assay.open("reference-cpu");
        ExecutorService threads = virtual
            ? Executors.newVirtualThreadPerTaskExecutor()
            : Executors.newFixedThreadPool(THREADS)) {
      KernelRegistry registry = assay.backend().registry();
      List<PipelineKey> keys = keys(registry.catalog());
      assertThat(keys).hasSize(KEYS);
      CyclicBarrier start = new CyclicBarrier(THREADS);
      List<Callable<Map<PipelineKey, Pipeline>>> askers = IntStream.range(0, THREADS)
          .<Callable<Map<PipelineKey, Pipeline>>>mapToObj(seed -> () -> {
            List<PipelineKey> shuffled = new ArrayList<>(keys);
            // Half of them in one order, so that they meet at the same key again and again.
            Collections.shuffle(shuffled, new Random(seed / 2));
            Map<PipelineKey, Pipeline> found = new HashMap<>();
            start.await();
            shuffled.forEach(key -> found.put(key, registry.pipeline(key)));
            return found;
          })
          .toList();
      Map<PipelineKey, Pipeline> first = new HashMap<>();
      for (Future<Map<PipelineKey, Pipeline>> answer : threads.invokeAll(askers)) {
        answer.get().forEach((key, pipeline) -> {
          assertThat(pipeline).as("%s is made once", key)
              .isSameAs(first.computeIfAbsent(key, unseen -> pipeline));
          assertThat(pipeline.key()).isEqualTo(key);
        });
      }
      assertThat(registry.cachedCount()).isEqualTo(KEYS);
    }
  }

  private static List<PipelineKey> keys(KernelCatalog catalog) {
    Set<PipelineKey> keys = new LinkedHashSet<>();
    for (boolean indirect : List.of(false, true)) {
      for (KernelCatalog.Kernel kernel : catalog.kernels()) {
        KernelDeclaration declaration = kernel.declaration();
        for (DType dtype : declaration.dtypes()) {
          for (Map<String, StructValue> constants : functionConstants(declaration)) {
            keys.add(new PipelineKey(declaration.name(), dtype, null, constants, indirect));
          }
        }
      }
    }
    return keys.stream().limit(KEYS).toList();
  }

  /** What the golden cases of a kernel fix. */
  private static Set<Map<String, StructValue>> functionConstants(KernelDeclaration declaration) {
    List<String> names =
        declaration.functionConstants().stream().map(Parameter.FunctionConstant::name).toList();
    Set<Map<String, StructValue>> seen = new LinkedHashSet<>();
    declaration.goldenCases().forEach(golden -> {
      KernelCase input = golden.input();
      Map<String, StructValue> fixed = new HashMap<>(input.constants());
      fixed.keySet().retainAll(names);
      seen.add(fixed);
    });
    return seen;
  }
}
