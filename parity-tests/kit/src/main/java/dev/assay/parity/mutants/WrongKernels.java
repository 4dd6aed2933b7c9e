package dev.assay.parity.mutants;

import dev.assay.parity.Mode;
import dev.assay.parity.ParityOptions;
import dev.assay.parity.ParityReport;
import dev.assay.parity.ParityRun;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** The mutants of one kernel and of what is said about it. */
final class WrongKernels {
  /** Generated cases, more and more until they are enough; none leaves the golden cases. */
  private static final List<Integer> CASES = List.of(0, 3, 24);

  private final Function<KernelCatalog, Backend> opener;
  private final KernelCatalog truth;
  private final KernelDeclaration kernel;
  private final Baseline baseline;
  private final FieldUse fields;
  private final boolean runsReferences;
  private final boolean comparesBits;

  WrongKernels(Function<KernelCatalog, Backend> opener, KernelCatalog truth,
      KernelDeclaration kernel, long seed, Baseline baseline) {
    this.opener = opener;
    this.truth = truth;
    this.kernel = kernel;
    this.baseline = baseline;
    this.fields = new FieldUse(kernel, seed);
    this.runsReferences = runsReferences();
    this.comparesBits = comparesBits();
  }

  /** Whether the backend runs a reference function that it is given; any other has to be given an implementation. */
  private boolean runsReferences() {
    try (Backend backend = opener.apply(Redeclared.with(kernel, kernel.reference()))) {
      KernelCase input = kernel.goldenCases().getFirst().input();
      backend.registry()
          .pipeline(backend.registry().choose(kernel.name(), input.dtype(), input.constants()));
      return true;
    } catch (AssayException needsAnImplementation) {
      return false;
    }
  }

  private boolean comparesBits() {
    try (Backend backend = opener.apply(truth)) {
      return KernelParts.isExactForOne(kernel) || new ParityRun(backend).comparesBits();
    }
  }

  /** All mutants. */
  List<Mutant> all() {
    List<Mutant> mutants = new ArrayList<>();
    for (KernelOperator operator : KernelOperator.values()) {
      boolean isHidden = operator.isWithinTolerance() && !comparesBits;
      for (String place : isHidden ? List.<String>of() : operator.places(kernel)) {
        mutants.add(new WrongKernel(operator, place));
        if (operator.isCoarse()) {
          mutants.add(new WrongDeclaration(operator.id(),
              Redeclared.with(kernel, dispatch -> operator.run(kernel, place, dispatch)),
              CASES.subList(0, 1)));
        }
      }
    }
    for (OracleOperator operator : OracleOperator.values()) {
      if (operator.appliesTo(kernel)) {
        mutants.add(new WrongDeclaration(operator.id(), operator.apply(kernel), CASES));
      }
    }
    return mutants;
  }

  /** Another function in place of the kernel's. */
  private final class WrongKernel implements Mutant {
    private final KernelOperator operator;
    private final String place;

    WrongKernel(KernelOperator operator, String place) {
      this.operator = operator;
      this.place = place;
    }

    @Override
    public Family family() {
      return Family.KERNEL;
    }

    @Override
    public String operator() {
      return operator.id();
    }

    @Override
    public String target() {
      return kernel.name() + (place.isEmpty() ? "" : ", " + place);
    }

    @Override
    public boolean survives(ParityOptions options) {
      KernelCatalog wrong =
          Redeclared.with(kernel, dispatch -> operator.run(kernel, place, dispatch));
      KernelCatalog right = Redeclared.with(kernel, kernel.reference());
      // What cannot be given a wrong function is judged by one.
      return WrongKernels.this.survives(options, CASES,
          runsReferences ? wrong : truth, runsReferences ? truth : wrong,
          runsReferences ? right : truth, runsReferences ? truth : right);
    }

    @Override
    public String equivalence() {
      return operator.isOfField() && !fields.isRead(place)
          ? "the reference function reads this field in no case: it is there for implementations"
          : "";
    }
  }

  /** A declaration that is wrong, so that whoever follows it is. */
  private final class WrongDeclaration implements Mutant {
    private final String operator;
    private final KernelCatalog wrong;
    private final List<Integer> cases;

    WrongDeclaration(String operator, KernelCatalog wrong, List<Integer> cases) {
      this.operator = operator;
      this.wrong = wrong;
      this.cases = cases;
    }

    @Override
    public Family family() {
      return Family.ORACLE;
    }

    @Override
    public String operator() {
      return operator;
    }

    @Override
    public String target() {
      return kernel.name().toString();
    }

    @Override
    public boolean survives(ParityOptions options) {
      KernelCatalog right = Redeclared.with(kernel, kernel.reference());
      return WrongKernels.this.survives(options, cases,
          runsReferences ? wrong : truth, wrong, runsReferences ? right : truth, right);
    }
  }

  /** Whether a wrong backend passes by these declarations, where the right one does by its own. */
  private boolean survives(ParityOptions options, List<Integer> cases, KernelCatalog wrong,
      KernelCatalog judges, KernelCatalog right, KernelCatalog rightJudges) {
    for (ParityOptions stage : stages(options, cases)) {
      if (!run(wrong, judges, stage).isPassed()) {
        baseline.check(List.of(stage, right == truth, rightJudges == truth),
            () -> run(right, rightJudges, stage));
        return false;
      }
    }
    return true;
  }

  /** Few cases of one dtype before many of all. */
  private List<ParityOptions> stages(ParityOptions options, List<Integer> cases) {
    ParityOptions direct =
        options.withKernel(kernel.name().toString()).withModes(Set.of(Mode.DIRECT));
    ParityOptions first = direct.withDtype(kernel.goldenCases().getFirst().input().dtype());
    List<ParityOptions> stages = new ArrayList<>();
    cases.stream().limit(2).forEach(number -> stages.add(first.withGenerated(number)));
    cases.forEach(number -> stages.add(direct.withGenerated(number)));
    return stages;
  }

  private ParityReport run(KernelCatalog runs, KernelCatalog judges, ParityOptions options) {
    try (Backend backend = opener.apply(runs)) {
      return new ParityRun(backend).expecting(judges).endingAtFailure().run(options);
    }
  }
}
