package dev.assay.backend.metal.host;

import dev.assay.backend.metal.driver.MetalDriver;
import dev.assay.backend.metal.driver.MetalDriverProvider;
import dev.assay.msl.MslBuild;
import dev.assay.msl.compiler.KernelCompiler;
import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.provider.Availability;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Offers Metal's objects over this machine's CPU. The fast build is the default; the checked one finds what a kernel
 * does wrong and takes several times as long.
 */
public final class HostDriverProvider implements MetalDriverProvider {
  private static final String BUILD = "build";
  private static final String ORDER = "order";

  @Override
  public String name() {
    return "host";
  }

  @Override
  public Availability probe() {
    return KernelCompiler.absence()
        .<Availability>map(reason -> new Availability.Unavailable(
            "kernels in MSL cannot be compiled here: " + reason))
        .orElseGet(() -> new Availability.Usable(
            "CPU with " + workers() + (workers() == 1 ? " core" : " cores")
                + " as a Metal device (host driver)",
            limits(DeviceProfile.APPLE7), features()));
  }

  private static Map<String, Long> limits(DeviceProfile profile) {
    Map<String, Long> limits = profile.limits();
    limits.put("maxBufferLength", budgetBytes());
    limits.put("recommendedMaxWorkingSetSize", budgetBytes());
    return limits;
  }

  /** Residency is a matter of GPUs: here every buffer lies in memory at all times. */
  private static Map<String, Boolean> features() {
    Map<String, Boolean> features = new LinkedHashMap<>();
    features.put("indirectCommandBuffers", true);
    features.put("residencySets", false);
    features.put("unifiedMemory", DeviceProfile.APPLE7.memory().sharedWithHost());
    return features;
  }

  @Override
  public Map<String, List<String>> settings() {
    return Map.of(BUILD, names(MslBuild.FAST, MslBuild.CHECKED),
        ORDER, names(ExecutionOrder.values()));
  }

  @Override
  public MetalDriver open(Map<String, String> settings) {
    MslBuild build = MslBuild.valueOf(value(settings, BUILD, MslBuild.FAST));
    ExecutionOrder order =
        ExecutionOrder.valueOf(value(settings, ORDER, ExecutionOrder.FORWARD));
    return new HostDriver(HostCompiler.open(build, workers()), order, workers(),
        budgetBytes());
  }

  private static long budgetBytes() {
    return Runtime.getRuntime().maxMemory();
  }

  private static String value(Map<String, String> settings, String name, Enum<?> otherwise) {
    return settings.getOrDefault(name, otherwise.name()).toUpperCase(Locale.ROOT);
  }

  private static List<String> names(Enum<?>... values) {
    return Arrays.stream(values).map(value -> value.name().toLowerCase(Locale.ROOT)).toList();
  }

  private static int workers() {
    return Runtime.getRuntime().availableProcessors();
  }
}
