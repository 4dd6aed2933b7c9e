package dev.assay.parity.mutants;

import dev.assay.backend.support.DevicePort;
import dev.assay.backend.support.SupportBackend;
import dev.assay.parity.ParityOptions;
import dev.assay.parity.ParityReport;
import dev.assay.parity.ParityRun;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.kernel.KernelDeclaration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The mutants of a device and of what commands it. Those of the device stand in front of its port, so a backend that has
 * none has only those of the calls.
 */
final class WrongDevices {
  /** Generated cases for each kernel. */
  private static final int CASES = 2;

  private final Supplier<Backend> opener;
  private final List<KernelDeclaration> probes;
  private final Baseline baseline;

  /**
   * @param opener opens the right backend
   * @param probes the kernels that are tried, one after the other until one fails
   */
  WrongDevices(Supplier<Backend> opener, List<KernelDeclaration> probes, Baseline baseline) {
    this.opener = opener;
    this.probes = probes;
    this.baseline = baseline;
  }

  /** All mutants. */
  List<Mutant> all() {
    List<Mutant> mutants = new ArrayList<>();
    for (CallOperator operator : CallOperator.values()) {
      for (String call : operator.calls()) {
        mutants.add(new WrongDevice(Family.SUPPORT, operator.id(), call,
            backend -> operator.apply(backend, call), "undecorated", backend -> backend));
      }
    }
    port().ifPresent(device -> addDevices(device, mutants));
    return mutants;
  }

  private void addDevices(DevicePort device, List<Mutant> mutants) {
    for (PortOperator operator : PortOperator.values()) {
      for (Place place : operator.appliesTo(device) ? Place.ALL : List.<Place>of()) {
        mutants.add(atPort(Family.DRIVER, operator.id(), place.toString(),
            () -> operator.fault(place), StepOrder.BARRIERS));
      }
    }
    for (DeviceOperator operator : DeviceOperator.values()) {
      mutants.add(atPort(operator.family(), operator.id(), operator.target(), operator::fault,
          StepOrder.BARRIERS));
    }
    for (SegmentOperator operator : SegmentOperator.values()) {
      mutants.add(atPort(operator.family(), operator.id(), "segments", operator::fault,
          operator.order()));
    }
  }

  /** The port of the backend, to ask what it is like. */
  private Optional<DevicePort> port() {
    AtomicReference<DevicePort> found = new AtomicReference<>();
    try (Backend backend = opener.get()) {
      if (backend instanceof SupportBackend support) {
        support.decorated(backend.id(), port -> {
          found.set(port);
          return port;
        }).close();
      }
    }
    return Optional.ofNullable(found.get());
  }

  private Mutant atPort(Family family, String operator, String target, Supplier<PortFault> fault,
      StepOrder order) {
    return new WrongDevice(family, operator, target, atPort(fault, order),
        order, atPort(() -> new PortFault() {}, order));
  }

  /** Puts a device with this fault in front of a backend's own. */
  static UnaryOperator<Backend> atPort(Supplier<PortFault> fault, StepOrder order) {
    return backend -> ((SupportBackend) backend).decorated(backend.id(),
        port -> new WrongPort(port, fault.get(), order));
  }

  /** A device, or what commands it, with one thing wrong. */
  private final class WrongDevice implements Mutant {
    private final Family family;
    private final String operator;
    private final String target;
    private final UnaryOperator<Backend> wrong;
    private final Object order;
    private final UnaryOperator<Backend> right;

    /**
     * @param order what tells the right backend of this mutant from that of others
     * @param right the same without what is wrong
     */
    WrongDevice(Family family, String operator, String target, UnaryOperator<Backend> wrong,
        Object order, UnaryOperator<Backend> right) {
      this.family = family;
      this.operator = operator;
      this.target = target;
      this.wrong = wrong;
      this.order = order;
      this.right = right;
    }

    @Override
    public Family family() {
      return family;
    }

    @Override
    public String operator() {
      return operator;
    }

    @Override
    public String target() {
      return target;
    }

    @Override
    public boolean survives(ParityOptions options) {
      for (KernelDeclaration probe : probes) {
        ParityOptions stage = options.withKernel(probe.name().toString())
            .withDtype(probe.goldenCases().getFirst().input().dtype())
            .withGenerated(CASES);
        if (!run(wrong, stage).isPassed()) {
          baseline.check(List.of(stage, order), () -> run(right, stage));
          return false;
        }
      }
      return true;
    }
  }

  private ParityReport run(UnaryOperator<Backend> change, ParityOptions options) {
    try (Backend backend = change.apply(opener.get())) {
      return new ParityRun(backend).endingAtFailure().run(options);
    }
  }
}
