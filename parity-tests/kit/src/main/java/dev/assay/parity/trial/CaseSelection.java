package dev.assay.parity.trial;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apiguardian.api.API;

/**
 * Chooses the cases of a kernel for a dtype: all golden ones, so many generated ones, and then those that show a trait
 * which none has shown so far. No two have the same arguments.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class CaseSelection {
  /** Seeds looked at beyond the number asked for, before a trait counts as one that the generator does not reach. */
  private static final int SEARCH = 600;

  /** The arguments of a case as bytes, to tell cases apart. */
  private record Arguments(Map<String, StructValue> constants, Map<String, ByteBuffer> inputs) {}

  private final KernelDeclaration kernel;
  private final DType dtype;
  private final Set<Arguments> seen = new HashSet<>();
  private final Set<Trait> missing;
  private final List<TrialCase> chosen = new ArrayList<>();

  private CaseSelection(KernelDeclaration kernel, DType dtype) {
    this.kernel = kernel;
    this.dtype = dtype;
    this.missing = EnumSet.copyOf(Trait.possible(kernel));
  }

  /** The cases for this dtype: the seeds from {@code seed} on, {@code generated} of them and more where a trait is missing; none at all for 0. */
  public static CaseSelection of(KernelDeclaration kernel, DType dtype, long seed, int generated) {
    CaseSelection selection = new CaseSelection(kernel, dtype);
    for (int i = 0; i < kernel.goldenCases().size(); i++) {
      selection.take(TrialCase.golden(kernel, i));
    }
    int taken = 0;
    // Without generated cases the golden ones are meant to stand alone.
    for (long i = generated == 0 ? SEARCH : 0; i < generated + SEARCH; i++) {
      if (taken >= generated && selection.missing.isEmpty()) {
        break;
      }
      TrialCase candidate = TrialCase.seeded(kernel, dtype, seed + i);
      if (taken < generated || selection.shows(candidate.input())) {
        taken += selection.take(candidate) ? 1 : 0;
      }
    }
    return selection;
  }

  /** The cases, golden ones first. */
  public List<TrialCase> cases() {
    return List.copyOf(chosen);
  }

  /** The traits that no case shows. */
  public Set<Trait> missing() {
    return Set.copyOf(missing);
  }

  private boolean shows(KernelCase input) {
    return Trait.of(kernel, input).stream().anyMatch(missing::contains);
  }

  private boolean take(TrialCase candidate) {
    if (candidate.input().dtype() != dtype || !seen.add(arguments(candidate.input()))) {
      return false;
    }
    chosen.add(candidate);
    missing.removeAll(Trait.of(kernel, candidate.input()));
    return true;
  }

  private static Arguments arguments(KernelCase input) {
    Map<String, ByteBuffer> inputs = new HashMap<>();
    input.inputs()
        .forEach((name, content) -> inputs.put(name,
            ByteBuffer.wrap(content.memory().toArray(ValueLayout.JAVA_BYTE))));
    return new Arguments(input.constants(), inputs);
  }
}
