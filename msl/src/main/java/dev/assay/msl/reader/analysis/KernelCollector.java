package dev.assay.msl.reader.analysis;

import dev.assay.msl.reader.model.MslKernel;
import dev.assay.msl.reader.syntax.AttributeSyntax;
import dev.assay.msl.reader.syntax.Declaration;
import dev.assay.msl.reader.syntax.FunctionSyntax;
import dev.assay.msl.reader.syntax.FunctionSyntax.Stage;
import dev.assay.msl.reader.syntax.ParameterSyntax;
import dev.assay.msl.reader.syntax.TemplateSyntax.Form;
import dev.assay.msl.reader.syntax.TokenRange;
import dev.assay.msl.reader.syntax.TranslationUnit;
import dev.assay.msl.reader.text.Diagnostics;
import dev.assay.msl.reader.text.SourcePosition;
import dev.assay.msl.reader.text.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the kernels of a unit: plain definitions, explicit specialisations and explicit instantiations. */
final class KernelCollector {

  private final TranslationUnit unit;
  private final SymbolTable symbols;
  private final KernelBuilder builder;
  private final TemplateBinder binder;
  private final Diagnostics diagnostics;
  private final Map<String, MslKernel> kernels = new LinkedHashMap<>();

  KernelCollector(TranslationUnit unit, SymbolTable symbols, KernelBuilder builder,
      Diagnostics diagnostics) {
    this.unit = unit;
    this.symbols = symbols;
    this.builder = builder;
    this.binder = new TemplateBinder(unit);
    this.diagnostics = diagnostics;
  }

  List<MslKernel> collect() {
    for (Declaration declaration : unit.declarations()) {
      if (declaration instanceof FunctionSyntax function) {
        if (function.templateForm() == Form.INSTANTIATION) {
          instantiate(function);
        } else if (function.stage() == Stage.KERNEL && function.templateForm() != Form.PRIMARY) {
          define(function);
        }
        checkStages(function);
      }
    }
    return List.copyOf(kernels.values());
  }

  private void checkStages(FunctionSyntax function) {
    boolean kernel = function.stage() == Stage.KERNEL;
    for (Token token : kernel ? unit.tokens(function.type()) : List.<Token>of()) {
      if (token.is("vertex") || token.is("fragment")) {
        diagnostics.error(token.position(),
            "a function cannot be both a kernel and a " + token.text() + " function");
      }
    }
    boolean returnsVoid = !kernel || function.parameters() == null
        || unit.tokens(function.type()).stream().anyMatch(token -> token.is("void"));
    if (!returnsVoid && function.templateForm() != Form.INSTANTIATION) {
      diagnostics.error(position(function), "kernel '" + function.name() + "' must return void");
    }
  }

  private void define(FunctionSyntax function) {
    if (function.body() == null) {
      return;
    }
    if (function.templateForm() == Form.SPECIALISATION) {
      Map<String, List<Token>> bindings = new LinkedHashMap<>();
      List<List<Token>> arguments = arguments(function);
      for (int i = 0; i < arguments.size(); i++) {
        bindings.put("(argument " + i + ")", arguments.get(i));
      }
      add(builder.build(function, function, bindings));
    } else {
      add(builder.build(function, function, Map.of()));
    }
  }

  private void add(MslKernel kernel) {
    MslKernel before = kernels.putIfAbsent(kernel.name(), kernel);
    if (before != null) {
      diagnostics.error(
          position(kernel.entry()), "a second kernel is called '" + kernel.name()
              + "'; the first is at " + position(before.entry()));
    }
  }

  private SourcePosition position(FunctionSyntax function) {
    return unit.tokens().get(function.nameRange().from()).position();
  }

  private List<List<Token>> arguments(FunctionSyntax function) {
    TokenRange range = function.templateArguments();
    return range == null ? List.of() : unit.split(range).stream().map(unit::tokens).toList();
  }

  private void instantiate(FunctionSyntax instantiation) {
    List<FunctionSyntax> candidates = new ArrayList<>();
    boolean defined = false;
    for (FunctionSyntax function : symbols.functions(instantiation.name(), instantiation.scope())) {
      if (function.templateForm() == Form.PRIMARY) {
        candidates.add(function);
        defined |= function.body() != null;
      }
    }
    boolean kernel = instantiation.stage() == Stage.KERNEL
        || candidates.stream().anyMatch(candidate -> candidate.stage() == Stage.KERNEL);
    if (!kernel) {
      boolean named = instantiation.attributes().stream().anyMatch(KernelCollector::isHostName);
      if (named && candidates.isEmpty()) {
        diagnostics.error(position(instantiation),
            "'" + instantiation.name() + "' is instantiated but no template");
      }
      return;
    }
    FunctionSyntax best = null;
    Map<String, List<Token>> bindings = Map.of();
    int bestScore = -1;
    for (FunctionSyntax candidate : candidates) {
      Map<String, List<Token>> bound = bind(candidate, instantiation);
      int score = bound == null || (defined && candidate.body() == null)
          ? -1
          : score(candidate, instantiation, bound);
      if (bound != null && score > bestScore) {
        best = candidate;
        bindings = bound;
        bestScore = score;
      }
    }
    if (best == null) {
      String why = candidates.isEmpty() ? "no template" : "no template that takes these arguments";
      diagnostics.error(position(instantiation),
          "kernel '" + instantiation.name() + "' is instantiated but " + why);
      return;
    }
    add(builder.build(best, instantiation, bindings));
  }

  private static boolean isHostName(AttributeSyntax attribute) {
    return attribute.name().equals("host_name");
  }

  /** What the template's parameters stand for in this instantiation, or null when it does not fit. */
  private @Nullable Map<String, List<Token>> bind(FunctionSyntax template,
      FunctionSyntax instantiation) {
    if (template.template() == null) {
      return null;
    }
    List<ParameterSyntax> patterns = template.parameters();
    List<ParameterSyntax> actual = instantiation.parameters();
    Map<String, List<Token>> deduced = new HashMap<>();
    if (patterns != null && actual != null) {
      if (patterns.size() != actual.size()) {
        return null;
      }
      Set<String> open = new HashSet<>(TemplateBinder.names(template.template()));
      for (int i = 0; i < patterns.size(); i++) {
        Map<String, List<Token>> found = new HashMap<>();
        if (TemplateBinder.unify(patterns.get(i).type(), actual.get(i).type(), open, found)) {
          found.forEach(deduced::putIfAbsent);
        }
      }
    }
    return binder.bind(template.template(), arguments(instantiation), deduced);
  }

  /** How well the explicit parameters agree: the number of parameters whose types are spelled alike. */
  private static int score(
      FunctionSyntax template, FunctionSyntax instantiation, Map<String, List<Token>> bindings) {
    List<ParameterSyntax> patterns = template.parameters();
    List<ParameterSyntax> actual = instantiation.parameters();
    if (patterns == null || actual == null) {
      return 0;
    }
    Context context = Context.of("", bindings);
    int score = 0;
    for (int i = 0; i < patterns.size(); i++) {
      String expected = TokenLists.text(context.substitute(patterns.get(i).type()));
      score += expected.equals(TokenLists.text(actual.get(i).type())) ? 1 : 0;
    }
    return score;
  }
}
