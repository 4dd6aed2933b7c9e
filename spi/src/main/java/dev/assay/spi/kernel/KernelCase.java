package dev.assay.spi.kernel;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apiguardian.api.API;

/**
 * One valid set of arguments: what every parity run, property test and mutant executes. Output buffers are not part
 * of it; their length follows from the declaration.
 *
 * @param label what is special about it, such as {@code rows=3 width=33}
 * @param dtype the dtype of the pipeline
 * @param inputs the content of every buffer that the kernel reads, by parameter name
 * @param constants every constant and function constant, by parameter name
 * @param nonFinite whether the case means to yield NaN or infinity from finite inputs: an overflow, an empty reduction
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record KernelCase(
    String label,
    DType dtype,
    Map<String, Elements> inputs,
    Map<String, StructValue> constants,
    boolean nonFinite) {

  /** Keeps the order of the maps; nobody writes into elements through it. */
  public KernelCase {
    inputs = readOnly(inputs);
    constants = Collections.unmodifiableMap(new LinkedHashMap<>(constants));
  }

  /** Starts a case without arguments. */
  public static KernelCase labelled(String label, DType dtype) {
    return new KernelCase(label, dtype, Map.of(), Map.of(), false);
  }

  /** The same case with this buffer content. */
  public KernelCase input(String parameter, Elements content) {
    Map<String, Elements> more = new LinkedHashMap<>(inputs);
    more.put(parameter, content);
    return new KernelCase(label, dtype, more, constants, nonFinite);
  }

  /** The same case with this constant. */
  public KernelCase constant(String parameter, StructValue value) {
    Map<String, StructValue> more = new LinkedHashMap<>(constants);
    more.put(parameter, value);
    return new KernelCase(label, dtype, inputs, more, nonFinite);
  }

  /** The same case, which means to yield NaN or infinity where {@code intended}. */
  public KernelCase yieldingNonFinite(boolean intended) {
    return new KernelCase(label, dtype, inputs, constants, intended);
  }

  static Map<String, Elements> readOnly(Map<String, Elements> contents) {
    Map<String, Elements> kept = new LinkedHashMap<>();
    contents.forEach((name, content) -> kept.put(name, content.asReadOnly()));
    return Collections.unmodifiableMap(kept);
  }
}
