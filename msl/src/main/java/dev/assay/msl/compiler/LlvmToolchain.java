package dev.assay.msl.compiler;

import dev.assay.msl.MslCodes;
import dev.assay.spi.error.DeviceException;
import dev.assay.spi.error.FileReasons;
import dev.assay.spi.error.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Clang and lld of the LLVM jar, run as processes of their own. Shared freely between threads. */
public final class LlvmToolchain {
  private static final long LIMIT_SECONDS = 300;

  private final Path folder;

  private LlvmToolchain(Path folder) {
    this.folder = folder;
  }

  /** Unpacks the tools into {@code cache} where that was not done before. */
  public static LlvmToolchain open(PrivateFolder cache) {
    return new LlvmToolchain(ToolchainExtractor.extract(cache));
  }

  /**
   * How a tool ended.
   *
   * @param succeeded whether it made what was asked for
   * @param messages what the tool wrote to its standard error
   */
  public record Result(boolean succeeded, String messages) {}

  /** Runs clang in a folder. */
  public Result clang(Path workFolder, List<String> arguments) {
    return run("clang", workFolder, arguments);
  }

  /** Runs lld, as {@code ld.lld}, in a folder. */
  public Result lld(Path workFolder, List<String> arguments) {
    return run("ld.lld", workFolder, arguments);
  }

  /** Names of functions, files and lines of addresses in an object, in the symbolizer's form. */
  Result symbolizer(Path workFolder, List<String> arguments) {
    return run("llvm-symbolizer", workFolder, arguments);
  }

  private Result run(String tool, Path workFolder, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(folder.resolve(tool).toString());
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).directory(workFolder.toFile());
    builder.environment().put("LD_LIBRARY_PATH", folder.toString());
    builder.environment().put("LC_ALL", "C");
    builder.redirectErrorStream(true);
    try {
      Path messages = Files.createTempFile(workFolder, "messages", ".txt");
      try {
        return run(tool, builder.redirectOutput(messages.toFile()), messages);
      } finally {
        // The folder may be kept, or be an entry of the cache.
        Files.deleteIfExists(messages);
      }
    } catch (IOException e) {
      throw failed(tool, FileReasons.reading(e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed(tool, "the waiting thread was interrupted", e);
    }
  }

  private Result run(String tool, ProcessBuilder builder, Path messages)
      throws IOException, InterruptedException {
    Process process = builder.start();
    process.getOutputStream().close();
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw failed(tool, "it ran for more than " + LIMIT_SECONDS + " s", null);
    }
    String text = Files.readString(messages);
    // Beyond 128 a signal ended it: that is no verdict on the source.
    if (process.exitValue() > 128) {
      throw failed(tool, "it ended by signal " + (process.exitValue() - 128) + ": " + text, null);
    }
    return new Result(process.exitValue() == 0, text);
  }

  private static DeviceException failed(
      String tool, String why, @Nullable Throwable cause) {
    return new DeviceException(
        Problem.of(MslCodes.TOOLCHAIN_FAILED, tool + " did not do its work: " + why), cause);
  }
}
