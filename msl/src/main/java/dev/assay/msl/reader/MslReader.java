package dev.assay.msl.reader;

import dev.assay.msl.reader.analysis.Analysis;
import dev.assay.msl.reader.preprocess.Preprocessor;
import dev.assay.msl.reader.syntax.TranslationUnit;
import dev.assay.msl.reader.text.Diagnostics;
import dev.assay.msl.reader.text.Token;
import java.util.List;

/**
 * Reads MSL. Whatever the text is, the answer is a module with diagnostics: no exception comes from text. Stateless and
 * safe to call from any thread.
 */
public final class MslReader {

  private MslReader() {}

  /** Reads {@code source}. */
  public static MslModule read(MslSource source) {
    Diagnostics diagnostics = new Diagnostics();
    List<Token> tokens =
        new Preprocessor(source.includes(), source.metalVersion(), diagnostics).run(source.parts(),
            source.defines());
    TranslationUnit unit = new TranslationUnit(tokens, diagnostics);
    Analysis analysis = new Analysis(unit, diagnostics);
    return new MslModule(
        analysis.kernels(), analysis.structs(), analysis.functionConstants(), diagnostics.list(),
        unit);
  }
}
