package dev.assay.msl.reader.analysis;

import dev.assay.msl.reader.model.ArrayType;
import dev.assay.msl.reader.model.Layout;
import dev.assay.msl.reader.model.MslType;
import dev.assay.msl.reader.model.StructType;
import dev.assay.msl.reader.model.StructType.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Places the fields of one struct as C++ does: each at the next multiple of its alignment. */
final class StructLayout {

  private final boolean union;
  private final boolean packed;
  private final List<Member> members = new ArrayList<>();
  private long end;
  private long size;
  private long align = 1;
  private boolean known = true;

  StructLayout(boolean union, boolean packed) {
    this.union = union;
    this.packed = packed;
  }

  /**
   * Places a field.
   *
   * @param open whether it is an array without a length, which takes no room
   * @param stated the alignment that the text asks for, at least 1
   */
  void add(String name, MslType type, boolean open, long stated, OptionalInt id) {
    Optional<Layout> layout = open && type instanceof ArrayType array
        ? array.element().layout().map(element -> new Layout(0, element.alignBytes()))
        : type.layout();
    if (layout.isEmpty()) {
      members.add(new Member(name, type, Optional.empty(), id));
      known = false;
      return;
    }
    long offset = place(layout.get(), stated);
    members.add(new Member(name, type, known ? Optional.of(offset) : Optional.empty(), id));
  }

  /** Places a base's fields as the first. */
  void addBase(StructType base) {
    addInner(base, base.members().isEmpty() ? 0 : -1);
  }

  /** Places the fields of an unnamed struct or union, which count as the outer's own. */
  void addAnonymous(StructType inner) {
    addInner(inner, -1);
  }

  private void addInner(StructType inner, long sizeWhenEmpty) {
    if (inner.known().isEmpty()) {
      known = false;
    }
    Layout own = inner.known().orElse(new Layout(0, 1));
    long offset = place(sizeWhenEmpty == 0 ? new Layout(0, own.alignBytes()) : own, 1);
    for (Member member : inner.members()) {
      Optional<Long> at =
          known ? member.offsetBytes().map(within -> offset + within) : Optional.empty();
      members.add(new Member(member.name(), member.type(), at, member.id()));
    }
  }

  /** From here on nothing has a known place. */
  void addUnknown() {
    known = false;
  }

  private long place(Layout layout, long stated) {
    long alignment = Math.max(packed ? 1 : layout.alignBytes(), stated);
    long offset = union ? 0 : Layout.aligned(end, alignment);
    if (offset < 0 || layout.sizeBytes() > Long.MAX_VALUE / 4 - offset) {
      known = false;
      return 0;
    }
    end = offset + layout.sizeBytes();
    size = Math.max(size, end);
    align = Math.max(align, alignment);
    return offset;
  }

  List<Member> members() {
    return List.copyOf(members);
  }

  /** The whole struct's layout; an empty struct takes a byte. */
  Optional<Layout> finish(long stated) {
    long alignment = Math.max(align, stated);
    return known
        ? Optional.of(new Layout(
            Layout.aligned(Math.max(size, members.isEmpty() ? 1 : 0), alignment), alignment))
        : Optional.empty();
  }
}
