package dev.assay.spi.kernel;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.PluginException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The single truth about a kernel, without any backend: what it is called, what it takes, what it means, how close an
 * implementation must come, and cases that prove it. Everything else (bindings, sources, pipelines, tests) is compared
 * with it. Immutable and thread-safe.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class KernelDeclaration {
  private static final int FEWEST_GOLDEN_CASES = 3;

  /**
   * A pair of buffers that may be the same view: an operation in place. Every other overlap of a written buffer is an
   * error.
   *
   * @param output the written buffer
   * @param input the read buffer
   * @param condition when it is allowed; 1 for always
   */
  public record InPlace(String output, String input, Expr condition) {}

  private final KernelName name;
  private final List<Parameter> parameters;
  private final Map<DType, Tolerance> tolerances;
  private final List<InPlace> inPlace;
  private final Expr work;
  private final Expr reducedLength;
  private final String numerics;
  private final ReferenceFunction reference;
  private final CaseGenerator cases;
  private final List<GoldenCase> goldenCases;

  private KernelDeclaration(Builder from, ReferenceFunction reference, CaseGenerator cases) {
    this.name = from.name;
    this.parameters = List.copyOf(from.parameters);
    this.tolerances = Collections.unmodifiableMap(new EnumMap<>(from.tolerances));
    this.inPlace = List.copyOf(from.inPlace);
    this.work = from.work;
    this.reducedLength = from.reducedLength;
    this.numerics = from.numerics;
    this.reference = reference;
    this.cases = cases;
    this.goldenCases = List.copyOf(from.goldenCases);
  }

  /**
   * What a text alone says of a kernel: there is no reference, no case and no tolerance, and how much of a buffer is
   * touched is not known, so that all of a view counts. Its {@link Parameter.Buffer#elements} say nothing.
   */
  public static KernelDeclaration raw(String name, List<Parameter> parameters) {
    Builder builder = named(name);
    builder.parameters.addAll(parameters);
    builder.tolerances.put(DType.F32, Tolerance.exact());
    return new KernelDeclaration(builder, dispatch -> {
      throw hasNo(name, "reference function");
    }, (random, dtype) -> {
      throw hasNo(name, "cases");
    });
  }

  private static UnsupportedOperationException hasNo(String name, String what) {
    return new UnsupportedOperationException(
        "kernel " + name + " was made from a text alone and has no " + what);
  }

  /** Starts the declaration of {@code namespace:name}. */
  public static Builder named(String name) {
    return new Builder(KernelName.of(name));
  }

  /** The namespaced name. */
  public KernelName name() {
    return name;
  }

  /** Whether it says no more than a text does; see {@link #raw}. */
  public boolean isRaw() {
    return goldenCases.isEmpty();
  }

  /** The parameters in the order of declaration. */
  public List<Parameter> parameters() {
    return parameters;
  }

  /** The parameter of this name. */
  public Optional<Parameter> parameter(String parameterName) {
    return parameters.stream()
        .filter(parameter -> parameter.name().equals(parameterName))
        .findFirst();
  }

  /** The function constants, in the order of declaration. */
  public List<Parameter.FunctionConstant> functionConstants() {
    return parameters.stream()
        .filter(Parameter.FunctionConstant.class::isInstance)
        .map(Parameter.FunctionConstant.class::cast)
        .toList();
  }

  /** The dtypes that the kernel exists for. */
  public Set<DType> dtypes() {
    return tolerances.keySet();
  }

  /** How close an implementation must come for this dtype. */
  public Tolerance tolerance(DType dtype) {
    Tolerance tolerance = tolerances.get(dtype);
    if (tolerance == null) {
      throw new IllegalArgumentException(name + " does not exist for " + dtype);
    }
    return tolerance;
  }

  /** Which buffers may be the same view. */
  public List<InPlace> inPlace() {
    return inPlace;
  }

  /** The amount of work; a dispatch for which it is 0 is a no-op. */
  public Expr work() {
    return work;
  }

  /** The number of terms reduced into one output element. */
  public Expr reducedLength() {
    return reducedLength;
  }

  /** What is special about the arithmetic: order of accumulation, NaN and infinity, ties. */
  public String numerics() {
    return numerics;
  }

  /** The meaning of the kernel. */
  public ReferenceFunction reference() {
    return reference;
  }

  /** Valid cases for any seed. */
  public CaseGenerator cases() {
    return cases;
  }

  /** Cases with expected values from elsewhere. */
  public List<GoldenCase> goldenCases() {
    return goldenCases;
  }

  @Override
  public String toString() {
    return name.toString();
  }

  /** Collects the parts; {@link #build()} reports everything that does not fit in one error. Not thread-safe. */
  public static final class Builder {
    private final KernelName name;
    private final List<Parameter> parameters = new ArrayList<>();
    private final Map<DType, Tolerance> tolerances = new EnumMap<>(DType.class);
    private final List<InPlace> inPlace = new ArrayList<>();
    private final List<GoldenCase> goldenCases = new ArrayList<>();
    private Expr work = new Expr.Literal(1);
    private Expr reducedLength = new Expr.Literal(1);
    private String numerics = "";
    private @Nullable ReferenceFunction reference;
    private @Nullable CaseGenerator cases;

    private Builder(KernelName name) {
      this.name = name;
    }

    /** A buffer of the kernel's dtype; {@code elements} is the touched length as an {@link Expr}. */
    public Builder buffer(String parameter, Access access, String elements) {
      parameters.add(new Parameter.Buffer(parameter, null, access, Expr.parse(elements), null));
      return this;
    }

    /** A buffer of one fixed type. */
    public Builder buffer(String parameter, DType type, Access access, String elements) {
      parameters.add(new Parameter.Buffer(parameter, type, access, Expr.parse(elements), null));
      return this;
    }

    /** The buffer declared last exists only where this boolean function constant is true. */
    public Builder gatedBy(String functionConstant) {
      if (parameters.isEmpty() || !(parameters.getLast() instanceof Parameter.Buffer last)) {
        throw new IllegalStateException("gatedBy follows the buffer that it gates");
      }
      parameters.set(parameters.size() - 1,
          new Parameter.Buffer(last.name(), last.fixedType(), last.access(),
              last.elements(), functionConstant));
      return this;
    }

    /** A constant struct, or a scalar by {@link StructLayout#scalar}. */
    public Builder constant(String parameter, StructLayout layout) {
      parameters.add(new Parameter.Constant(parameter, layout));
      return this;
    }

    /** A scalar that is compiled into the pipeline. */
    public Builder functionConstant(String parameter, DType type) {
      parameters.add(new Parameter.FunctionConstant(parameter, type));
      return this;
    }

    /** The kernel exists for this dtype, with this tolerance. */
    public Builder dtype(DType dtype, Tolerance tolerance) {
      tolerances.put(dtype, tolerance);
      return this;
    }

    /** {@code output} may be the same view as {@code input}. */
    public Builder inPlace(String output, String input) {
      return inPlace(output, input, "1");
    }

    /** {@code output} may be the same view as {@code input} where the condition holds. */
    public Builder inPlace(String output, String input, String condition) {
      inPlace.add(new InPlace(output, input, Expr.parse(condition)));
      return this;
    }

    /** The amount of work: 0 makes a dispatch a no-op. */
    public Builder work(String expression) {
      work = Expr.parse(expression);
      return this;
    }

    /** The number of terms reduced into one output element, for the tolerance. */
    public Builder reducedLength(String expression) {
      reducedLength = Expr.parse(expression);
      return this;
    }

    /** What is special about the arithmetic. */
    public Builder numerics(String note) {
      numerics = note;
      return this;
    }

    /** The meaning of the kernel. */
    public Builder reference(ReferenceFunction function) {
      reference = function;
      return this;
    }

    /** Valid cases for any seed. */
    public Builder cases(CaseGenerator generator) {
      cases = generator;
      return this;
    }

    /** One more golden case. */
    public Builder golden(GoldenCase golden) {
      goldenCases.add(golden);
      return this;
    }

    /** The finished declaration. */
    public KernelDeclaration build() {
      Problems problems = new Problems("declaration of " + name);
      Set<String> names = new TreeSet<>();
      for (Parameter parameter : parameters) {
        if (!names.add(parameter.name())) {
          problems.add(invalid("parameter '" + parameter.name() + "' is declared twice"));
        }
        if (parameter instanceof Parameter.Buffer buffer) {
          checkFields(problems, "the touched length of '" + buffer.name() + "'", buffer.elements());
          checkGate(problems, buffer);
        }
      }
      checkFields(problems, "the amount of work", work);
      checkFields(problems, "the reduced length", reducedLength);
      for (InPlace pair : inPlace) {
        checkFields(problems, "the in-place condition of '" + pair.output() + "'",
            pair.condition());
        if (!isBuffer(pair.output()) || !isBuffer(pair.input())) {
          problems.add(invalid("in place names '" + pair.output() + "' and '" + pair.input()
              + "', not both are buffers"));
        }
      }
      if (parameters.stream()
          .noneMatch(p -> p instanceof Parameter.Buffer b && b.access().writes())) {
        problems.add(invalid("no buffer is written"));
      }
      if (tolerances.isEmpty()) {
        problems.add(invalid("no dtype is declared"));
      }
      if (goldenCases.size() < FEWEST_GOLDEN_CASES) {
        problems.add(invalid("too few golden cases")
            .expected("at least " + FEWEST_GOLDEN_CASES, Integer.toString(goldenCases.size())));
      }
      if (reference == null || cases == null) {
        problems.add(invalid("a reference function and a case generator are needed"));
      }
      problems.throwIfAny(PluginException::new);
      return new KernelDeclaration(
          this, java.util.Objects.requireNonNull(reference),
          java.util.Objects.requireNonNull(cases));
    }

    private void checkFields(Problems problems, String what, Expr expression) {
      expression.forEachField(field -> {
        Parameter found = parameter(field.parameter());
        StructLayout layout = found == null ? null : layout(found);
        if (layout == null) {
          problems.add(invalid(what + " (" + expression + ") names '" + field.parameter()
              + "', which is no constant"));
          return;
        }
        StructLayout.Field declared = layout.field(field.field()).orElse(null);
        if (declared == null) {
          problems.add(invalid(
              what + " (" + expression + ") names " + field + ", which is no field of " + layout)
              .remedy(NearestNames.advice(field.field(),
                  layout.fields().stream().map(StructLayout.Field::name).toList())));
        } else if (declared.dtype().isFloat()) {
          problems
              .add(invalid(what + " (" + expression + ") names " + field + ", which is no integer")
                  .expected("an integer type", declared.dtype().mslName()));
        } else if (field.index() >= declared.scalars()) {
          problems.add(invalid(
              what + " (" + expression + ") names " + field + ", which is outside the array")
              .expected("an index below " + declared.scalars(), Integer.toString(field.index())));
        }
      });
    }

    private void checkGate(Problems problems, Parameter.Buffer buffer) {
      String gate = buffer.gate();
      if (gate != null && !(parameter(gate) instanceof Parameter.FunctionConstant constant
          && constant.type() == DType.BOOL)) {
        problems.add(invalid("parameter '" + buffer.name() + "' is gated by '" + gate
            + "', which is no boolean function constant"));
      }
    }

    private static @Nullable StructLayout layout(Parameter parameter) {
      return switch (parameter) {
        case Parameter.Constant constant -> constant.layout();
        case Parameter.FunctionConstant constant -> constant.layout();
        case Parameter.Buffer buffer -> null;
      };
    }

    private @Nullable Parameter parameter(String wanted) {
      return parameters.stream()
          .filter(each -> each.name().equals(wanted))
          .findFirst()
          .orElse(null);
    }

    private boolean isBuffer(String parameter) {
      return parameter(parameter) instanceof Parameter.Buffer;
    }

    private static Problem invalid(String what) {
      return Problem.of(Codes.KERNEL_INVALID, what);
    }
  }
}
