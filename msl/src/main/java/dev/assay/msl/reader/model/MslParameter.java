package dev.assay.msl.reader.model;

import dev.assay.msl.reader.syntax.ParameterSyntax;
import dev.assay.msl.reader.text.SourcePosition;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A parameter of a kernel.
 *
 * @param name as in the definition; empty when it has none
 * @param kind what it is bound to
 * @param index in the table of its kind, as written or by Metal's numbering; empty when it is no binding
 * @param slots how many consecutive indices it takes; more than 1 for arrays of handles
 * @param type spelling of what it holds, template arguments put in: of a pointer's or reference's target, else of
 *     the parameter itself
 * @param resolved its whole type, aliases resolved
 * @param access what the signature allows
 * @param builtin name of the attribute that gives a built-in its value
 * @param gate the function constant without which the parameter does not exist
 * @param position of its name, or of its type when it has none
 * @param syntax where it stands
 */
public record MslParameter(
    String name,
    ParameterKind kind,
    OptionalInt index,
    int slots,
    String type,
    MslType resolved,
    Access access,
    Optional<String> builtin,
    Optional<String> gate,
    SourcePosition position,
    ParameterSyntax syntax) {

  /** The address space of a pointer's or reference's target. */
  public Optional<AddressSpace> addressSpace() {
    return resolved instanceof PointerType pointer
        ? Optional.of(pointer.space())
        : Optional.empty();
  }

  /** This parameter at another index. */
  public MslParameter at(int newIndex) {
    return new MslParameter(
        name, kind, OptionalInt.of(newIndex), slots, type, resolved, access, builtin, gate,
        position, syntax);
  }
}
