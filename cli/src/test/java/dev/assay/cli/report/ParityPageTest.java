package dev.assay.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.parity.Mode;
import dev.assay.parity.ParityReport;
import dev.assay.parity.ParityReport.Cell;
import dev.assay.parity.ParityReport.Deviation;
import dev.assay.parity.ParityReport.Failure;
import dev.assay.parity.ParityReport.Skip;
import dev.assay.parity.ParityReport.Untried;
import dev.assay.spi.data.DType;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

class ParityPageTest {
  private static final Pattern TAG = Pattern.compile("<[^>]*>");
  private static final String HOSTILE =
      "</title><script>alert(\"1\")</script><img src=x onerror='alert(2)'> {{title}} &amp; \u0000";

  private static Circumstances circumstances(String word) {
    return new Circumstances("version " + word, "system " + word, Instant.EPOCH,
        Map.of("build", word),
        List.of("./assay", word), List.of("./assay", "parity", "--plugin", word, "--replay"));
  }

  private static ParityReport report(Cell... cells) {
    return report("device", cells);
  }

  private static ParityReport report(String device, Cell... cells) {
    List<Failure> failures = List.of(cells)
        .stream()
        .flatMap(cell -> cell.failures().stream())
        .distinct()
        .toList();
    List<Skip> skips = List.of(cells).stream().flatMap(cell -> cell.skipped().stream()).toList();
    long passed = List.of(cells).stream().mapToLong(Cell::passed).sum();
    return new ParityReport("backend", device, 1, passed + failures.size(), passed,
        failures.size(), skips, 1, Map.of("kernel", 3), List.of(Mode.DIRECT, Mode.BAKED),
        failures, List.of(cells),
        List.of(new Untried(device, DType.F32, device, device, false)));
  }

  private static Cell cell(String kernel, Mode mode, long passed, List<Skip> skips,
      List<Failure> failures, @Nullable Deviation worst) {
    return new Cell(kernel, DType.F32, null, mode, passed, failures.size(), skips, failures,
        worst);
  }

  private static Cell passed(Mode mode) {
    return cell("acme:fine", mode, 24, List.of(), List.of(), null);
  }

  private static Deviation deviation(double found, double bound, double share) {
    return new Deviation("a trial", "out", 7, 1, found, bound, share);
  }

  private static String page(ParityReport report) {
    return ParityPage.of(report, circumstances("word"));
  }

  private static String pageWith(String word) {
    Failure failure = new Failure(word, word, word, word);
    Cell all = new Cell(word, DType.F16, word, Mode.DIRECT, 0, 1,
        List.of(new Skip(word, word)), List.of(failure),
        new Deviation(word, word, 1, 2, 3, 4, 0.5));
    Cell skipped = new Cell(word, DType.F16, word, Mode.BAKED, 0, 0,
        List.of(new Skip(word, word)), List.of(), null);
    return ParityPage.of(report(word, all, skipped), circumstances(word));
  }

  private static List<String> tags(String page) {
    return TAG.matcher(page).results().map(MatchResult::group).toList();
  }

  @Property(tries = 200)
  void namesAndMessagesOfPluginsAreNeverMarkup(@ForAll String word) {
    assertThat(tags(pageWith(word))).isEqualTo(tags(pageWith("plain")));
  }

  @Example
  void whatTriesToBeMarkupIsShownAsItStands() {
    String page = pageWith(HOSTILE);

    assertThat(tags(page)).isEqualTo(tags(pageWith("plain")));
    assertThat(page).doesNotContain("<script", "<img", "\u0000")
        .contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;", "{{title}}", "&amp;amp;",
            "\\u0000");
  }

  @Example
  void whatTheRunSaysNothingOfIsToldBesideTheVerdict() {
    assertThat(page(report(passed(Mode.DIRECT)))).containsSubsequence("✓ Passed",
        "not tried: the device implementations of device; backend does not run them", "counts");
  }

  @Example
  void thePageNeedsNothingButItself() {
    String page = pageWith("plain");

    assertThat(page).startsWith("<!DOCTYPE html>")
        .contains("default-src 'none'")
        .doesNotContain("<script", "<link", "src=", "url(", "@import", "http:", "https:");
    assertThat(page.split("<table>", -1).length).isEqualTo(page.split("<caption>", -1).length);
  }

  @Example
  void everyCellSaysItsStateInASignAndInWords() {
    Failure failure = new Failure("a trial", "elements", "wrong", null);
    String page = page(report(
        passed(Mode.DIRECT),
        cell("acme:fine", Mode.BAKED, 0, List.of(new Skip("a", "why"), new Skip("b", "why")),
            List.of(), null),
        cell("acme:wrong", Mode.DIRECT, 2, List.of(), List.of(failure), null),
        cell("acme:wrong", Mode.BAKED, 0, List.of(), List.of(), null)));

    assertThat(squares(page)).containsExactly("passed ✓ 24 passed", "skipped – 2 skipped",
        "failed ✗ 1 of 3 failed", "untried ·  not tried");
    assertThat(page).contains("<a href=\"#failures-1\">", "id=\"failures-1\"",
        "<a href=\"#skipped\">", "✗ Failed");
  }

  @Example
  void whatIsWrongInEveryModeIsToldOnceAndMarksEveryMode() {
    Failure failure = new Failure("acme:wrong (f32)", "untried", "no case", null);
    Cell direct = new Cell("acme:wrong", DType.F32, null, Mode.DIRECT, 5, 0, List.of(),
        List.of(failure), null);
    Cell baked = new Cell("acme:wrong", DType.F32, null, Mode.BAKED, 5, 0, List.of(),
        List.of(failure), null);
    String page = page(report(direct, baked));

    assertThat(squares(page)).containsExactly("failed ✗ failed", "failed ✗ failed");
    assertThat(page.split("no case", -1)).hasSize(2);
  }

  @Example
  void aFailureOfTheRunIsToldToo() {
    ParityReport nothing = new ParityReport("backend", "device", 1, 0, 0, 1, List.of(), 0,
        Map.of(), List.of(Mode.DIRECT),
        List.of(new Failure("the run", "nothing-executed", "no trial was executed", null)),
        List.of(), List.of());

    assertThat(page(nothing)).contains("✗ Failed", "The run as a whole", "no trial was executed",
        "Nothing was tried.", "No element was compared.");
  }

  @Example
  void aFailureComesWithItsBundleAndTheCommandThatRunsItAgain() {
    Failure failure = new Failure("a trial", "elements", "wrong", "/tmp/it's one.json");
    String page = ParityPage.of(
        report(cell("acme:wrong", Mode.DIRECT, 0, List.of(), List.of(failure), null)),
        circumstances("a b.jar"));

    assertThat(page).contains("/tmp/it&#39;s one.json",
        "./assay parity --plugin &#39;a b.jar&#39; --replay"
            + " &#39;/tmp/it&#39;\\&#39;&#39;s one.json&#39;");
  }

  @Example
  void manyFailuresOfOneKernelAreCountedAndNotAllTold() {
    List<Failure> many = IntStream.range(0, FailureGroup.MOST_TRIALS + 1234)
        .mapToObj(i -> new Failure("trial " + i, "elements", "detail " + i + ".", null))
        .toList();
    String page = page(report(cell("acme:wrong", Mode.DIRECT, 0, List.of(), many, null)));

    assertThat(page).contains("detail " + (FailureGroup.MOST_TRIALS - 1) + ".",
        "and 1,234 more; --format json prints all of them")
        .doesNotContain("detail " + FailureGroup.MOST_TRIALS + ".");
  }

  @Example
  void errorsAreOrderedByTheirPartOfTheBound() {
    String page = page(report(
        cell("acme:equal", Mode.DIRECT, 1, List.of(), List.of(), deviation(1, 0.5, 0)),
        cell("acme:beyond", Mode.DIRECT, 1, List.of(), List.of(), deviation(3, 0.5, 4)),
        cell("acme:near", Mode.DIRECT, 1, List.of(), List.of(), deviation(1.125, 0.5, 0.25)),
        cell("acme:near", Mode.BAKED, 1, List.of(), List.of(), deviation(1.25, 0.5, 0.5)),
        cell("acme:bits", Mode.DIRECT, 1, List.of(), List.of(),
            deviation(Double.NaN, 0, Double.POSITIVE_INFINITY)),
        passed(Mode.DIRECT)));

    assertThat(TAG.matcher(page.substring(page.indexOf("id=\"errors\""))).replaceAll(" "))
        .containsSubsequence(
            "acme:bits", "no bound allows it", "no number", "equal bits", "out[7]: 1.0 → NaN",
            "acme:beyond", "4.00 times", "2.00", "0.500",
            "acme:near", "50.0 %", "0.250", "0.500", "out[7]: 1.0 → 1.25", "a trial",
            "acme:equal", "equal", "0");
    assertThat(page).contains("style=\"--part: 50.0%\"", "share wrong\" style=\"--part: 100.0%");
  }

  private static List<String> squares(String page) {
    return Pattern.compile("<td class=\"(\\w+)\">(.*?)</td>")
        .matcher(page)
        .results()
        .filter(cell -> List.of("passed", "failed", "skipped", "partly", "untried")
            .contains(cell.group(1)))
        .map(cell -> (cell.group(1) + " " + TAG.matcher(cell.group(2)).replaceAll("")).strip())
        .toList();
  }
}
