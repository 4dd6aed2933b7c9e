package dev.assay.backend.support;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.BoundExpr;
import dev.assay.spi.kernel.Expr;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Parameter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What is the same for every dispatch of a pipeline, looked up once: its parameters by place, which of them exist, and
 * the sizes that follow from the constants. A parameter's place is its index in the declaration. Immutable.
 */
final class Signature {
  /** What {@link #place} answers for a name that no parameter has. */
  static final int NOWHERE = -1;

  private final List<Parameter> parameters;
  private final Map<String, StructValue> functionConstants;
  private final ToLongFunction<String> facts;
  private final Map<String, Integer> places = new HashMap<>();
  private final int[] buffers;
  private final int[] constants;
  private final @Nullable DType[] types;
  private final @Nullable Access[] accesses;
  private final int[][] rivals;
  private final @Nullable Formula[] touched;
  private final Formula work;
  private final List<KernelDeclaration.InPlace> inPlace;
  private final List<Formula> inPlaceConditions;

  /**
   * Looks everything up.
   *
   * @param facts of device and pipeline, as expressions name them
   */
  Signature(KernelDeclaration declaration, DType dtype, Map<String, StructValue> functionConstants,
      ToLongFunction<String> facts) {
    this.parameters = declaration.parameters();
    this.functionConstants = functionConstants;
    this.facts = facts;
    int size = parameters.size();
    this.types = new DType[size];
    this.accesses = new Access[size];
    this.touched = new Formula[size];
    List<Integer> bufferPlaces = new ArrayList<>();
    List<Integer> constantPlaces = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      Parameter parameter = parameters.get(i);
      places.put(parameter.name(), i);
      switch (parameter) {
        case Parameter.Buffer buffer -> {
          if (buffer.gate() == null || isTrue(buffer.gate())) {
            bufferPlaces.add(i);
            types[i] = buffer.type(dtype);
            accesses[i] = buffer.access();
            touched[i] =
                formula("the touched length of '" + buffer.name() + "'", buffer.elements());
          }
        }
        case Parameter.Constant constant -> constantPlaces.add(i);
        case Parameter.FunctionConstant constant -> {}
      }
    }
    this.buffers = bufferPlaces.stream().mapToInt(Integer::intValue).toArray();
    this.constants = constantPlaces.stream().mapToInt(Integer::intValue).toArray();
    this.rivals = new int[size][];
    for (int place : buffers) {
      rivals[place] = bufferPlaces.stream()
          .filter(other -> other < place && (writes(place) || writes(other)))
          .mapToInt(Integer::intValue)
          .toArray();
    }
    this.work = formula("the amount of work", declaration.work());
    this.inPlace = declaration.inPlace();
    this.inPlaceConditions = inPlace.stream()
        .map(pair -> formula("the in-place condition of '" + pair.output() + "'", pair.condition()))
        .toList();
  }

  private boolean isTrue(String gate) {
    StructValue value = functionConstants.get(gate);
    return value != null && value.getLong("") != 0;
  }

  /** An expression of this kernel or of an implementation of it, with its names looked up. */
  Formula formula(String what, Expr expression) {
    return new Formula(what, bind(expression));
  }

  BoundExpr bind(Expr expression) {
    return BoundExpr.of(expression, parameters, functionConstants, facts);
  }

  int size() {
    return parameters.size();
  }

  Parameter parameter(int place) {
    return parameters.get(place);
  }

  /** All names, of parameters that do not exist here too. */
  Set<String> names() {
    return places.keySet();
  }

  /** The place of the parameter of this name, or {@link #NOWHERE}. */
  int place(String name) {
    return places.getOrDefault(name, NOWHERE);
  }

  /** The places of the buffers that exist, in order: gated ones do where their function constant is true. */
  int[] buffers() {
    return buffers;
  }

  /** The places of the constants, in order. */
  int[] constants() {
    return constants;
  }

  /** Whether there is something to bind at this place. */
  boolean isBindable(int place) {
    return types[place] != null || parameters.get(place) instanceof Parameter.Constant;
  }

  /** The element type of a buffer that exists. */
  DType type(int place) {
    return Objects.requireNonNull(types[place]);
  }

  Access access(int place) {
    return Objects.requireNonNull(accesses[place]);
  }

  boolean writes(int place) {
    return access(place).writes();
  }

  /** The buffers in front of this one that may not overlap it, because one of the two is written. */
  int[] rivals(int place) {
    return rivals[place];
  }

  /** How many elements of a buffer that exists are touched. */
  Formula touched(int place) {
    return Objects.requireNonNull(touched[place]);
  }

  Formula work() {
    return work;
  }

  /** The conditions under which pairs may be the same view, in the order of {@link #isInPlace}. */
  List<Formula> inPlaceConditions() {
    return inPlaceConditions;
  }

  /** Whether pair {@code index} is of these two. */
  boolean isInPlace(int index, int one, int two) {
    int output = place(inPlace.get(index).output());
    int input = place(inPlace.get(index).input());
    return (one == output && two == input) || (one == input && two == output);
  }
}
