package dev.assay.suite.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A checkout with the launcher and one source file, in a folder with a blank in its name.
 *
 * <p>Its JDK prints what it is started with and ends with {@link #STATUS_OF_JAVA}; its Maven notes the call and
 * "builds" one jar, named for the number of the call. The launcher asks for Java 99 here, so that no JDK of this machine
 * is taken.
 */
final class Checkout {
  static final int STATUS_OF_JAVA = 7;
  private static final Path LAUNCHER = Path.of("../../assay");
  private static final long LIMIT_SECONDS = 60;

  private final Path home;
  private final Path root;

  /** A launcher that was started. */
  record Started(Process process, Path out, Path err) {
    Result end() throws IOException, InterruptedException {
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("the launcher does not end; so far: " + Files.readString(err));
      }
      return new Result(process.exitValue(), Files.readAllLines(out), Files.readString(err));
    }
  }

  /** What a run of the launcher left behind; the output is the java command line, a word a line. */
  record Result(int status, List<String> out, String err) {
    /** The jars that Java was given. */
    List<String> jars() throws IOException {
      Path folder = Path.of(out.get(out.indexOf("--module-path") + 1));
      try (Stream<Path> files = Files.list(folder)) {
        return files.map(file -> file.getFileName().toString())
            .filter(name -> name.endsWith(".jar"))
            .sorted()
            .toList();
      }
    }
  }

  Checkout(Path home) throws IOException {
    this.home = home;
    this.root = home.resolve("check out");
    String launcher = Files.readString(LAUNCHER);
    script(launcher(), launcher.replace("REQUIRED_JAVA=25", "REQUIRED_JAVA=99"));
    write(root.resolve("pom.xml"), "<project/>");
    write(source(), "class Source {}");
    maven(
        """
            calls=$(dirname "$0")/calls
            echo "$*" >>"$calls"
            echo compiling
            sleep 0.3
            mkdir -p cli/target/lib
            rm -f cli/target/lib/*
            echo jar >"cli/target/lib/library-$(($(wc -l <"$calls"))).jar"
            echo jar >cli/target/assay-cli-1.jar
            """);
  }

  Path launcher() {
    return root.resolve("assay");
  }

  Path source() {
    return root.resolve("spi/src/main/java/Source.java");
  }

  Path test() throws IOException {
    return write(root.resolve("spi/src/test/java/SourceTest.java"), "class SourceTest {}");
  }

  /** Makes a JDK of this version. */
  Path jdk(String folder, String version) throws IOException {
    Path jdk = home.resolve(folder);
    write(jdk.resolve("release"), "IMPLEMENTOR=\"Nobody\"\nJAVA_VERSION=\"" + version + "\"\n");
    script(jdk.resolve("bin/javac"), "exit 1\n");
    script(jdk.resolve("bin/java"), "printf '%s\\n' \"$0\" \"$@\"\nexit " + STATUS_OF_JAVA + "\n");
    return jdk;
  }

  /** Replaces Maven by a script. */
  void maven(String text) throws IOException {
    script(home.resolve("maven/bin/mvn"), text);
  }

  /** How Maven was called so far, one call a line. */
  List<String> mavenCalls() throws IOException {
    Path calls = home.resolve("maven/bin/calls");
    return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
  }

  /** Dates all sources before the last build, and that build to an hour ago. */
  void age() throws IOException {
    FileTime before = FileTime.from(Instant.now().minus(Duration.ofHours(2)));
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.toList()) {
        Files.setLastModifiedTime(file, before);
      }
    }
    Files.setLastModifiedTime(
        root.resolve("cli/target/images/current"),
        FileTime.from(Instant.now().minus(Duration.ofHours(1))));
  }

  Result run(Path launcher, Path javaHome, String... arguments)
      throws IOException, InterruptedException {
    return start(launcher, javaHome, arguments).end();
  }

  Started start(Path launcher, Path javaHome, String... arguments) throws IOException {
    Path out = Files.createTempFile(home, "out", ".txt");
    Path err = Files.createTempFile(home, "err", ".txt");
    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(home.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("ASSAY_"));
    builder.environment().put("HOME", home.toString());
    builder.environment().put("JAVA_HOME", javaHome.toString());
    builder.environment().put("MAVEN_HOME", home.resolve("maven").toString());
    builder.redirectOutput(out.toFile()).redirectError(err.toFile());
    return new Started(builder.start(), out, err);
  }

  private static Path write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private static void script(Path file, String text) throws IOException {
    write(file, text.startsWith("#!") ? text : "#!/usr/bin/env bash\nset -e\n" + text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
