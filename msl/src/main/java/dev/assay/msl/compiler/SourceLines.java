package dev.assay.msl.compiler;

import java.nio.file.Path;
import java.util.List;

/** Finds the author's line for an address in a compiled kernel. */
public final class SourceLines {
  private final LlvmToolchain toolchain;
  private final PrivateFolder cache;
  private final Path headers;

  SourceLines(LlvmToolchain toolchain, PrivateFolder cache, Path headers) {
    this.toolchain = toolchain;
    this.cache = cache;
    this.headers = headers;
  }

  /**
   * The innermost place outside our own headers, as {@code file:line:column}, or {@code unknown}.
   *
   * @param returnAddress offset in the library of the instruction after the call
   */
  public String locate(Path library, long returnAddress) {
    Path work = cache.newWorkFolder();
    try {
      String address = "0x" + Long.toHexString(returnAddress - 1);
      List<String> command =
          List.of("--obj=" + library, "--inlines", "--functions=none", address);
      LlvmToolchain.Result result = toolchain.symbolizer(work, command);
      return result.messages()
          .lines()
          .map(line -> line.strip().replaceFirst("^\\./", ""))
          .filter(line -> line.contains(":") && !line.startsWith("??"))
          .filter(line -> !line.startsWith(headers.toString()) && !line.startsWith("assay-entries"))
          .findFirst()
          .orElse("unknown");
    } finally {
      PrivateFolder.delete(work);
    }
  }
}
