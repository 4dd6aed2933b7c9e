package dev.assay.msl.compiler;

import dev.assay.msl.compiler.ResumeFunction.Place;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Adds to a kernel that was split into a coroutine a function that takes the threads of a group to
 * their next barriers, on LLVM's text.
 *
 * <p>Mostly all of them wait at the same one. For each barrier there is a loop over the frames in
 * which the code from there on stands inlined: no call, and no look at where a thread goes on. Which
 * loop runs is found by comparing what all frames say, before the first loop and again in each, so
 * nothing rests on what is believed of a kernel. Where frames differ, each thread goes on by itself,
 * in the same order. Were the number that is compared another one of the frame, the loops would still
 * run only where it has the value that they assume.
 */
final class Lockstep {
  /** Lines of code that the loops may have together: clang's time grows with them. */
  private static final int MOST_LINES = 6_000;

  private static final Pattern ENTRY =
      Pattern.compile("(?m)^define [^\n]*@assay_thread_0\\([^\n]* #(\\d+) \\{$");
  private static final Pattern STRING_ATTRIBUTE = Pattern.compile("\"[^\"]+\"(?:=\"[^\"]*\")?");
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\w+)}");

  /**
   * Compares what all frames say, and goes to the loop made for it. The fence is the barrier as far
   * as LLVM is concerned: no access moves from one loop into the next.
   */
  private static final String COMPARISON = """
        %frame.first = load ptr, ptr %frames, align 8
        %at.first = getelementptr i8, ptr %frame.first, i64 {offset}
        %first = load {type}, ptr %at.first, align 1
        br label %look
      look:
        %i.look = phi i64 [ 0, %entry ], [ %next.look, %alike ]
        %slot.look = getelementptr ptr, ptr %frames, i64 %i.look
        %frame.look = load ptr, ptr %slot.look, align 8
        %at.look = getelementptr i8, ptr %frame.look, i64 {offset}
        %number.look = load {type}, ptr %at.look, align 1
        %equal.look = icmp eq {type} %number.look, %first
        br i1 %equal.look, label %alike, label %apart
      alike:
        %next.look = add nuw i64 %i.look, 1
        %done.look = icmp eq i64 %next.look, %n
        br i1 %done.look, label %together, label %look
      together:
        switch {type} %first, label %apart [ {targets} ]
      went:
        %number = phi {type} {numbers}
        %all = phi i1 {alls}
        fence syncscope("singlethread") seq_cst
        br i1 %all, label %again, label %end
      again:
        switch {type} %number, label %end [ {targets} ]
      """;

  /**
   * From one barrier on. Numbers are the same where those of their bits that all have are those that
   * any has. The first word of a frame is the same for all threads, and null once one has ended.
   */
  private static final String LOOP = """
      from.{k}:
        br label %loop.{k}
      loop.{k}:
        %i.{k} = phi i64 [ 0, %from.{k} ], [ %next.{k}, %loop.{k} ]
        %and.{k} = phi {type} [ -1, %from.{k} ], [ %all.{k}, %loop.{k} ]
        %or.{k} = phi {type} [ 0, %from.{k} ], [ %any.{k}, %loop.{k} ]
        %words.{k} = phi i64 [ -1, %from.{k} ], [ %alive.{k}, %loop.{k} ]
        %slot.{k} = getelementptr ptr, ptr %frames, i64 %i.{k}
        %frame.{k} = load ptr, ptr %slot.{k}, align 8
        %at.{k} = getelementptr i8, ptr %frame.{k}, i64 {offset}
        %before.{k} = load {type}, ptr %at.{k}, align 1
        %here.{k} = icmp eq {type} %before.{k}, {value}
        call void @llvm.assume(i1 %here.{k})
        call fastcc void {resume}(ptr %frame.{k}) alwaysinline
        %after.{k} = load {type}, ptr %at.{k}, align 1
        %word.{k} = load i64, ptr %frame.{k}, align 8
        %all.{k} = and {type} %and.{k}, %after.{k}
        %any.{k} = or {type} %or.{k}, %after.{k}
        %alive.{k} = and i64 %words.{k}, %word.{k}
        %next.{k} = add nuw i64 %i.{k}, 1
        %done.{k} = icmp eq i64 %next.{k}, %n
        br i1 %done.{k}, label %went.{k}, label %loop.{k}
      went.{k}:
        %equal.{k} = icmp eq {type} %all.{k}, %any.{k}
        %none.ended.{k} = icmp ne i64 %alive.{k}, 0
        %same.{k} = and i1 %equal.{k}, %none.ended.{k}
        br label %went
      """;

  private static final String EACH_BY_ITSELF = """
        br label %apart
      """;
  private static final String APART = """
      apart:
        br label %loop
      loop:
        %i = phi i64 [ 0, %apart ], [ %next, %loop ]
        %slot = getelementptr ptr, ptr %frames, i64 %i
        %frame = load ptr, ptr %slot, align 8
        call fastcc void {resume}(ptr %frame) {inlining}
        %next = add nuw i64 %i, 1
        %done = icmp eq i64 %next, %n
        br i1 %done, label %end, label %loop
      end:
        ret void
      }
      """;

  private Lockstep() {}

  /**
   * The text with the function, or as it was where no thread of the kernel waits.
   *
   * @param module of a kernel's entry, after coroutines were split
   */
  static String addTo(String module) {
    Matcher entry = ENTRY.matcher(module);
    Optional<ResumeFunction> found = ResumeFunction.in(module);
    if (!entry.find() || found.isEmpty()) {
      return module;
    }
    // Named attributes and metadata come last; functions may follow them as well.
    return module
        + pass(found.get(), attributes(module, entry.group(1)))
        + (module.contains("declare void @llvm.assume(")
            ? ""
            : "\ndeclare void @llvm.assume(i1)\n");
  }

  /** What code of this target and these options carries; the rest is about one function alone. */
  private static String attributes(String module, String group) {
    int start = module.indexOf("\nattributes #" + group + " = ") + 1;
    return STRING_ATTRIBUTE.matcher(module.substring(start, module.indexOf('\n', start)))
        .results()
        .map(MatchResult::group)
        .collect(Collectors.joining(" "));
  }

  private static String pass(ResumeFunction function, String attributes) {
    StringBuilder out = new StringBuilder();
    out.append("\ndefine hidden void @assay_pass(ptr %frames, i64 %n) nounwind ");
    out.append(attributes).append(" {\nentry:\n");
    Place place = function.place();
    if (place == null || function.lines() * place.values().size() > MOST_LINES) {
      out.append(EACH_BY_ITSELF);
    } else {
      comparisonAndLoops(function, place, out);
    }
    boolean alone = place == null && function.lines() <= MOST_LINES;
    out.append(
        fill(APART,
            Map.of("resume", function.name(), "inlining", alone ? "alwaysinline" : "noinline")));
    return out.toString();
  }

  private static void comparisonAndLoops(
      ResumeFunction function, Place place, StringBuilder out) {
    Map<String, Object> common =
        Map.of("offset", place.offset(), "type", place.type(), "resume", function.name());
    String targets = forEach(place, " ", place.type() + " {value}, label %from.{k}");
    out.append(
        fill(
            fill(COMPARISON,
                Map.of("targets", targets,
                    "numbers", forEach(place, ", ", "[ %all.{k}, %went.{k} ]"),
                    "alls", forEach(place, ", ", "[ %same.{k}, %went.{k} ]"))),
            common));
    out.append(fill(forEach(place, "", LOOP), common));
  }

  /** A text for each barrier: {@code k} counts them, {@code value} is what a frame says. */
  private static String forEach(Place place, String between, String template) {
    return IntStream.range(0, place.values().size())
        .mapToObj(k -> fill(template, Map.of("k", k, "value", place.values().get(k))))
        .collect(Collectors.joining(between));
  }

  private static String fill(String template, Map<String, Object> values) {
    return PLACEHOLDER.matcher(template)
        .replaceAll(found -> Matcher.quoteReplacement(
            String.valueOf(values.getOrDefault(found.group(1), found.group()))));
  }
}
