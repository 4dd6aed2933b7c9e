package dev.assay.suite.metal;

import dev.assay.msl.reader.MslReader;
import dev.assay.msl.reader.MslSource;
import dev.assay.msl.reader.text.SourcePart;
import dev.assay.spi.kernel.Expr;
import dev.assay.spi.kernel.Geometry;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelSource;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A way to spoil an implementation in MSL, as it happens to people: in its text or in its geometry. */
enum ImplementationMutation {
  /** A barrier between uses of threadgroup memory is missing. */
  BARRIER_DROPPED(true) {
    @Override
    Stream<Implementation> of(Implementation original) {
      return eachPlace(original, BARRIER, "");
    }
  },
  /** Positions beyond the constants are not left alone. */
  GUARD_DROPPED(true) {
    @Override
    Stream<Implementation> of(Implementation original) {
      return firstPlace(original, GUARD, "");
    }
  },
  /** A loop leaves out its last element. */
  LOOP_SHORTENED(true) {
    @Override
    Stream<Implementation> of(Implementation original) {
      return firstPlace(original, LOOP, "$1 + 1 < $2");
    }
  },
  /** Two fields of the constant change places, so that sizes are read as other sizes. */
  FIELDS_SWAPPED(false) {
    @Override
    Stream<Implementation> of(Implementation original) {
      String text = original.source().parts().getLast().text();
      Matcher constant = CONSTANT.matcher(body(original));
      return constant.find()
          ? Stream.of(with(original, text.replaceFirst(
              "(struct " + constant.group(1) + " \\{\n  )([^;]*);\n  ([^;]*;)",
              "$1$3\n  $2;")))
          : Stream.empty();
    }
  },
  /** All of an axis of the grid falls on one position. */
  AXIS_LOST(false) {
    @Override
    Stream<Implementation> of(Implementation original) {
      return Stream.of(grid(original, new Expr.Literal(1), original.geometry().grid().y()),
          grid(original, original.geometry().grid().x(), new Expr.Literal(1)));
    }
  },
  /** Two axes of the grid change places. */
  AXES_SWAPPED(false) {
    @Override
    Stream<Implementation> of(Implementation original) {
      Geometry.Axes grid = original.geometry().grid();
      return Stream.of(grid(original, grid.y(), grid.x()));
    }
  },
  /** Half of the work is done, which looks like a speed-up. */
  GRID_HALVED(false) {
    @Override
    Stream<Implementation> of(Implementation original) {
      Geometry.Axes grid = original.geometry().grid();
      return Stream.of(grid(original, Expr.parse("ceilDiv(" + grid.x() + ", 2)"), grid.y()));
    }
  },
  /** A threadgroup that works together is a thread too narrow, so that no power of two folds it. */
  GROUP_NARROWED(false) {
    @Override
    Stream<Implementation> of(Implementation original) {
      Geometry geometry = original.geometry();
      Geometry.Axes group = geometry.threadgroup();
      return geometry.form() == Geometry.Form.THREADS
          ? Stream.empty()
          : Stream.of(original.withGeometry(new Geometry(geometry.form(), geometry.grid(),
              new Geometry.Axes(Expr.parse("max(1, " + group.x() + " - 1)"), group.y(),
                  group.z())),
              original.threadgroupMemoryBytes()));
    }
  };

  private static final Pattern BARRIER =
      Pattern.compile("threadgroup_barrier\\(mem_flags::mem_threadgroup\\);");
  private static final Pattern GUARD = Pattern.compile("  if \\([^{}]*?\\) return;\n");
  private static final Pattern LOOP = Pattern.compile("\\b(i) < (params\\.\\w+)");
  private static final Pattern CONSTANT = Pattern.compile("constant (\\w+)& params");

  private final boolean compiles;

  ImplementationMutation(boolean compiles) {
    this.compiles = compiles;
  }

  /** Whether a mutant is another text for the compiler. */
  boolean compiles() {
    return compiles;
  }

  /** The mutants of one implementation; none where there is nothing of the kind to spoil. */
  abstract Stream<Implementation> of(Implementation original);

  private static Implementation grid(Implementation original, Expr x, Expr y) {
    Geometry geometry = original.geometry();
    return original.withGeometry(new Geometry(geometry.form(),
        new Geometry.Axes(x, y, geometry.grid().z()), geometry.threadgroup()),
        original.threadgroupMemoryBytes());
  }

  private static Stream<Implementation> firstPlace(Implementation original, Pattern pattern,
      String replacement) {
    return eachPlace(original, pattern, replacement).limit(1);
  }

  /** The source with one occurrence replaced, for each occurrence within the kernel's own function. */
  private static Stream<Implementation> eachPlace(Implementation original, Pattern pattern,
      String replacement) {
    String text = original.source().parts().getLast().text();
    String body = body(original);
    int start = text.indexOf(body);
    List<Implementation> mutants = new ArrayList<>();
    Matcher found = pattern.matcher(body);
    while (found.find()) {
      StringBuilder mutated = new StringBuilder(text);
      mutated.replace(start + found.start(), start + found.end(),
          pattern.matcher(found.group()).replaceFirst(replacement));
      mutants.add(with(original, mutated.toString()));
    }
    return mutants.stream();
  }

  /** The kernel's own function; empty where it stands in a part that others share. */
  private static String body(Implementation original) {
    String text = original.source().parts().getLast().text();
    int start = text.indexOf("[[kernel]] void " + function(original) + "(");
    return start < 0 ? "" : text.substring(start, text.indexOf("\n}\n", start));
  }

  private static Implementation with(Implementation original, String lastPart) {
    List<KernelSource.Part> parts = new ArrayList<>(original.source().parts());
    parts.set(parts.size() - 1, new KernelSource.Part(parts.getLast().name(), lastPart));
    return original.withSource(new KernelSource(original.source().name(), parts));
  }

  private static String function(Implementation original) {
    MslSource source = MslSource.of(original.source()
        .parts()
        .stream()
        .map(part -> SourcePart.of(part.name(), part.text()))
        .toArray(SourcePart[]::new));
    return MslReader.read(source)
        .kernel(original.entryPoint())
        .orElseThrow()
        .functionName();
  }
}
