package dev.assay.msl.reader.analysis;

import dev.assay.msl.reader.text.Token;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gives constant expressions their value. */
interface Evaluation {

  /** The value of {@code tokens} as an integer, or null when the reader cannot tell. */
  @Nullable
  Long constant(List<Token> tokens, Context context);
}
