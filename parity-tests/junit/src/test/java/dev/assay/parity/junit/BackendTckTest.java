package dev.assay.parity.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.provider.BackendProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The TCK is itself tried: each fault of a device fails at least one of its tests. */
class BackendTckTest {
  private static final KernelCatalog CATALOG =
      dev.assay.runtime.discovery.Installation.discover().catalog();

  @ParameterizedTest
  @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void aDeviceWithAFaultFails(Fault fault) {
    assertThat(failures(new Tck(fault))).as("tests that fail on a device where %s", fault)
        .isNotEmpty();
  }

  @Test
  void aDeviceWithoutOnePassesInTheSameWay() {
    assertThat(failures(new Tck(Fault.NONE))).isEmpty();
  }

  private static List<String> failures(Tck tck) {
    List<String> failed = new ArrayList<>();
    List<DynamicTest> tests = tck.contracts()
        .flatMap(DynamicContainer::getChildren)
        .map(DynamicTest.class::cast)
        .toList();
    assertThat(tests).hasSizeGreaterThan(40);
    for (DynamicTest test : tests) {
      try {
        test.getExecutable().execute();
      } catch (Throwable found) {
        failed.add(test.getDisplayName());
      }
    }
    return failed;
  }

  private static final class Tck extends BackendTck {
    private final Fault fault;

    Tck(Fault fault) {
      this.fault = fault;
    }

    @Override
    protected BackendProvider provider() {
      return new FaultyProvider(fault);
    }

    @Override
    protected KernelCatalog catalog() {
      return CATALOG;
    }

    @Override
    protected Duration patience() {
      // A device that works before commit returns makes every test that holds it wait as long.
      return switch (fault) {
        case COMMIT_WAITS, HOST_WORK_RUNS_AT_ENCODE -> Duration.ofMillis(50);
        default -> super.patience();
      };
    }
  }
}
