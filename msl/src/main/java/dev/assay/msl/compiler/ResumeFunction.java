package dev.assay.msl.compiler;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The function by which a thread of a kernel that was split into a coroutine goes on, in LLVM's text.
 *
 * @param name as the text refers to it
 * @param lines of its body
 * @param place where the frame says from which barrier; null where the function does not ask
 */
record ResumeFunction(String name, int lines, @Nullable Place place) {
  private static final Pattern HEADER =
      Pattern.compile(
          "(?m)^define internal fastcc void (@(?:\"[^\"\n]*\\.resume\"|[-$.\\w]*\\.resume))"
              + "\\(ptr [^\n]* (%[\\w.]+)\\) [^\n]*\\{\n");
  private static final Pattern SWITCH =
      Pattern.compile(
          "(?m)^  switch i\\d+ (%[\\w.]+), label %[\\w.]+ \\[\n((?:    [^\n]*\n)*)  \\]\\z");
  private static final Pattern CASE = Pattern.compile("(?m)^    i\\d+ (-?\\d+), label");
  private static final Pattern BRANCH =
      Pattern.compile("(?m)^  br i1 (%[\\w.]+), label [^\n]*\\z");

  /**
   * Where a frame says from which barrier its thread goes on.
   *
   * @param offset in the frame, in bytes
   * @param type LLVM's name of an integer
   * @param values those that the function has code for
   */
  record Place(long offset, String type, List<Integer> values) {}

  /** The function of a module that has exactly one. */
  static Optional<ResumeFunction> in(String module) {
    List<MatchResult> headers = HEADER.matcher(module).results().toList();
    if (headers.size() != 1) {
      return Optional.empty();
    }
    MatchResult header = headers.getFirst();
    String body = module.substring(header.end(), module.indexOf("\n}\n", header.end()));
    return Optional.of(
        new ResumeFunction(header.group(1), Math.toIntExact(body.lines().count()),
            place(body, header.group(2))));
  }

  /** Looks for a first block that goes to one of several others by a number from the frame. */
  private static @Nullable Place place(String body, String frame) {
    int end = body.indexOf("\n\n");
    String block = end < 0 ? body : body.substring(0, end);
    Matcher cases = SWITCH.matcher(block);
    Matcher branch = BRANCH.matcher(block);
    TreeSet<Integer> values = new TreeSet<>();
    String number;
    if (cases.find()) {
      number = cases.group(1);
      CASE.matcher(cases.group(2)).results().forEach(c -> values.add(Integer.valueOf(c.group(1))));
    } else if (branch.find()) {
      // Of two barriers one is named and the other is not.
      Matcher condition =
          find(block, branch.group(1), "icmp (?:eq|ne) i\\d+ (%[\\w.]+), (-?\\d+)$");
      if (condition == null) {
        return null;
      }
      number = condition.group(1);
      int named = Integer.parseInt(condition.group(2));
      values.add(named);
      values.add(named == 0 ? 1 : 0);
    } else {
      return null;
    }
    Matcher load = find(block, number, "load (i\\d+), ptr (%[\\w.]+),");
    Matcher pointer = load == null
        ? null
        : find(block, load.group(2),
            "getelementptr [a-z ]*i8, ptr " + Pattern.quote(frame) + ", i64 (\\d+)$");
    return load == null || pointer == null
        ? null
        : new Place(Long.parseLong(pointer.group(1)), load.group(1), List.copyOf(values));
  }

  private static @Nullable Matcher find(String block, String value, String instruction) {
    Matcher found = Pattern.compile("(?m)^  " + Pattern.quote(value) + " = " + instruction)
        .matcher(block);
    return found.find() ? found : null;
  }
}
