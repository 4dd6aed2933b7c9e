package dev.assay.cli;

import dev.assay.cli.output.OutputFormat;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import java.io.PrintStream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** From arguments to what they ask for. Used once. */
final class ArgumentParser {
  private final PrintStream err;
  private final AssayCommand root = new AssayCommand();
  private final CommandLine commandLine;

  /** A parser that shows the usage on {@code err} to somebody who gives no arguments. */
  ArgumentParser(PrintStream err) {
    this.err = err;
    CommandLine check = new CommandLine(new MslCheckCommand());
    this.commandLine = new CommandLine(root)
        .addSubcommand(new BackendsCommand())
        .addSubcommand(new DoctorCommand())
        .addSubcommand(new KernelsCommand())
        .addSubcommand(new ExplainCommand())
        .addSubcommand(new BenchCommand())
        .addSubcommand(new EmbedCommand())
        .addSubcommand(new ParityCommand())
        .addSubcommand(new CommandLine(new MslCommand()).addSubcommand(check))
        .registerConverter(OutputFormat.class, ArgumentParser::format)
        .setAllowOptionsAsOptionParameters(false)
        // A text that begins with @ is a text, not a file of arguments.
        .setExpandAtFiles(false);
    // It compiles for this machine, whatever backend there is.
    hide("--backend", check);
    hide("--indirect", check);
  }

  /** Leaves an inherited option out of the help of a sub-command, which takes it and makes nothing of it. */
  private static void hide(String option, CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    OptionSpec inherited = spec.findOption(option);
    spec.remove(inherited);
    spec.addOption(OptionSpec.builder(inherited).hidden(true).build());
  }

  /** The sub-command with its options set, or one that shows help; wrong arguments are {@code usage.invalid}. */
  Subcommand parse(String... arguments) {
    try {
      return subcommand(commandLine.parseArgs(arguments));
    } catch (UnmatchedArgumentException e) {
      throw unmatched(e);
    } catch (ParameterException e) {
      throw new InvalidCallException(
          Problem.of(CliCodes.USAGE_INVALID, String.valueOf(e.getMessage())).remedy(help(e)), e);
    }
  }

  /** The options that every sub-command takes, set once the arguments are parsed. */
  AssayCommand root() {
    return root;
  }

  private Subcommand subcommand(ParseResult parsed) {
    CommandSpec command = parsed.commandSpec();
    if (parsed.isUsageHelpRequested()) {
      return session -> new Notice("usage", command.commandLine().getUsageMessage(Ansi.OFF));
    }
    if (parsed.isVersionHelpRequested()) {
      return session -> new Notice("version", String.join("\n", command.version()) + "\n");
    }
    if (parsed.hasSubcommand()) {
      return subcommand(parsed.subcommand());
    }
    if (command.userObject() instanceof Subcommand subcommand) {
      return subcommand;
    }
    err.print(command.commandLine().getUsageMessage(Ansi.OFF));
    throw new InvalidCallException(
        Problem.of(CliCodes.USAGE_INVALID, "a sub-command is needed")
            .expected(
                "one of " + String.join(", ", command.commandLine().getSubcommands().keySet()),
                "none"));
  }

  private static InvalidCallException unmatched(UnmatchedArgumentException wrong) {
    CommandSpec command = wrong.getCommandLine().getCommandSpec();
    boolean option = wrong.isUnknownOption();
    String kind = option ? "option" : command.subcommands().isEmpty() ? "argument" : "sub-command";
    StringBuilder remedy = new StringBuilder();
    if (!wrong.getSuggestions().isEmpty()) {
      remedy.append("did you mean ").append(String.join(", ", wrong.getSuggestions())).append("? ");
    }
    remedy.append(help(wrong));
    if (option && !command.positionalParameters().isEmpty()) {
      remedy.append("; a text that begins with a dash goes after --");
    }
    return new InvalidCallException(
        Problem.of(CliCodes.USAGE_INVALID,
            command.qualifiedName() + " has no " + kind + " '" + wrong.getUnmatched().getFirst()
                + "'")
            .remedy(remedy.toString()),
        wrong);
  }

  private static String help(ParameterException wrong) {
    return "see " + wrong.getCommandLine().getCommandSpec().qualifiedName() + " --help";
  }

  private static OutputFormat format(String name) {
    return OutputFormat.named(name)
        .orElseThrow(
            () -> new TypeConversionException("expected text or json, not '" + name + "'"));
  }
}
