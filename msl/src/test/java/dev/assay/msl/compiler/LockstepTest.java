package dev.assay.msl.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.msl.MslBuild;
import dev.assay.msl.reader.MslSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the kernel test cannot see: that there are loops, and when there are none. */
class LockstepTest {
  private static final Path CACHE = Path.of("target", "cache", "msl").toAbsolutePath();
  private static final Pattern PASS =
      Pattern.compile("(?ms)^define [^\\n]* @assay_pass\\(.*?^\\}");
  private static final Pattern LOOP = Pattern.compile("(?:from|loop|went)\\.(\\d+)");

  private static String llvm(MslSource source, String kernel, MslBuild build, Target target) {
    byte[] text = KernelCompiler.open(CACHE, build, target)
        .code(source, kernel, Map.of(), List.of("-S", "-emit-llvm"))
        .bytes()
        .array();
    return new String(text, StandardCharsets.UTF_8);
  }

  private static MslSource source(String file) throws IOException {
    try (InputStream in = LockstepTest.class.getResourceAsStream("/dev/assay/msl/" + file)) {
      return MslSource.of(file, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  /** Barriers that clang unrolls count each time. */
  @ParameterizedTest
  @CsvSource({"prefix_sums,2", "every_other_group,3", "apart,3", "leaving,2", "tickets,0"})
  void eachBarrierHasALoopOfItsOwn(String kernel, int atLeast) throws IOException {
    for (Target target : List.of(Target.host(), Target.AARCH64)) {
      String pass = pass(llvm(source("lockstep.metal"), kernel, MslBuild.FAST, target));
      assertThat(LOOP.matcher(pass).results().map(loop -> loop.group(1)).distinct().count())
          .as(pass)
          .isGreaterThanOrEqualTo(atLeast);
      // One call is left: that of threads which wait apart. Where all wait at one place it is inlined.
      assertThat(pass.split("call fastcc", -1)).as(pass).hasSize(atLeast == 0 ? 1 : 2);
    }
  }

  private static String pass(String text) {
    return PASS.matcher(text).results().map(MatchResult::group).findFirst().orElse("");
  }

  @Test
  void codeOfTheOtherKindsHasNone() throws IOException {
    assertThat(llvm(source("lockstep.metal"), "apart", MslBuild.CHECKED, Target.host()))
        .doesNotContain("assay_pass");
    assertThat(llvm(source("lockstep.metal"), "apart", MslBuild.FAST, Target.PTX))
        .doesNotContain("assay_pass");
    assertThat(llvm(source("simdgroups.metal"), "lanes", MslBuild.FAST, Target.host()))
        .doesNotContain("assay_pass");
  }

  @Test
  void codeThatWouldGetTooLongIsNotInlinedForEachBarrier() {
    String step = "p[t] = v; threadgroup_barrier(mem_flags::mem_none); v += p[(t + 1) % 64];\n";
    MslSource source = MslSource.of("long.metal", """
        #include <metal_stdlib>
        using namespace metal;
        kernel void steps(device float* data [[buffer(0)]],
                          uint t [[thread_index_in_threadgroup]]) {
          threadgroup float p[64];
          float v = data[t];
          %s
          data[t] = v;
        }
        """.formatted(step.repeat(60)));
    String text = llvm(source, "steps", MslBuild.FAST, Target.host());
    assertThat(pass(text)).contains("call fastcc").doesNotContain("went.0");
  }

  private static final String ENTRY = """
      define ptr @assay_thread_0(ptr %0, i32 %1, i32 %2, i32 %3) #0 {
        ret ptr null
      }
      """;
  private static final String RESUME = """

      define internal fastcc void @"a b.resume"(ptr noundef initializes((0, 8)) %0) #1 {
        %2 = getelementptr inbounds nuw i8, ptr %0, i64 24
        %3 = load i3, ptr %2, align 1
        switch i3 %3, label %6 [
          i3 0, label %4
          i3 -4, label %5
        ]

      4:
        ret void
      }
      """;
  private static final String ATTRIBUTES = """

      attributes #0 = { nounwind willreturn "no-builtins" "target-cpu"="x" memory(none) }
      """;

  @Test
  void barriersAreReadFromTheFirstBlock() {
    String text = Lockstep.addTo(ENTRY + RESUME + ATTRIBUTES);
    assertThat(text).startsWith(ENTRY + RESUME + ATTRIBUTES)
        .contains(
            "@assay_pass(ptr %frames, i64 %n) nounwind \"no-builtins\" \"target-cpu\"=\"x\" {")
        .contains("switch i3 %first, label %apart [ i3 -4, label %from.0 i3 0, label %from.1 ]")
        .contains("i64 24")
        .contains("call fastcc void @\"a b.resume\"(ptr %frame.1) alwaysinline");
  }

  @Test
  void aNumberThatIsNotReadThereIsNotGuessed() {
    String computed = RESUME.replace("%3 = load i3, ptr %2, align 1", "%3 = trunc i8 %x to i3");
    assertThat(Lockstep.addTo(ENTRY + computed + ATTRIBUTES)).contains("@assay_pass")
        .doesNotContain("loop.0");
    String elsewhere = RESUME.replace("ptr %0, i64 24", "ptr %x, i64 24");
    assertThat(Lockstep.addTo(ENTRY + elsewhere + ATTRIBUTES)).contains("@assay_pass")
        .doesNotContain("loop.0");
  }

  @Test
  void withoutOneFunctionThatGoesOnTheTextStays() {
    for (String text : List.of("", ENTRY + ATTRIBUTES, RESUME,
        ENTRY + RESUME + RESUME.replace("a b", "c") + ATTRIBUTES)) {
      assertThat(Lockstep.addTo(text)).isEqualTo(text);
    }
  }
}
