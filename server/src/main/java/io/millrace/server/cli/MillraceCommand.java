package io.millrace.server.cli;

import io.millrace.core.config.Suggestions;
import io.millrace.core.error.ErrorType;
import io.millrace.core.error.MillraceException;
import io.millrace.server.config.ServerVersion;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What all commands hang on; alone it says which there are. */
@Command(
    name = "millrace",
    mixinStandardHelpOptions = true,
    versionProvider = MillraceCommand.Version.class,
    scope = CommandLine.ScopeType.INHERIT,
    synopsisSubcommandLabel = "COMMAND",
    description = "Millrace, a streaming SQL database.",
    footer = {
      "",
      "Start with: millrace demo",
      "A command explains itself: millrace COMMAND --help"
    })
public final class MillraceCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  private MillraceCommand() {}

  /** Tells the version. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"Millrace " + ServerVersion.text()};
    }
  }

  /**
   * The program, ready to execute arguments. Exit codes are 0, 1 for what fails, and 2 for
   * arguments that are wrong.
   *
   * @param environment variables of the process
   */
  public static CommandLine commandLine(Map<String, String> environment) {
    return new CommandLine(new MillraceCommand())
        .addSubcommand(new ServerCommand())
        .addSubcommand(new SqlCommand())
        .addSubcommand(new RunCommand())
        .addSubcommand(new DemoCommand(environment))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(MillraceCommand::explain)
        .setExecutionExceptionHandler(MillraceCommand::report);
  }

  /** Says what is wrong with the arguments, where it can be read: not above a page of help. */
  private static int explain(CommandLine.ParameterException wrong, String[] arguments) {
    CommandLine command = wrong.getCommandLine();
    PrintWriter err = command.getErr();
    err.println("millrace: " + wrong.getMessage());
    if (!optionThatWasMeant(wrong, err)) {
      CommandLine.UnmatchedArgumentException.printSuggestions(wrong, err);
    }
    err.println("For help: " + command.getCommandSpec().qualifiedName() + " --help");
    err.flush();
    return CommandLine.ExitCode.USAGE;
  }

  private static boolean optionThatWasMeant(CommandLine.ParameterException wrong, PrintWriter err) {
    if (wrong instanceof CommandLine.UnmatchedArgumentException unmatched
        && unmatched.isUnknownOption()) {
      String written = unmatched.getUnmatched().get(0).split("=", 2)[0];
      Set<String> options = wrong.getCommandLine().getCommandSpec().optionsMap().keySet();
      Optional<String> meant = Suggestions.closest(written, options);
      meant.ifPresent(option -> err.println("Did you mean " + option + "?"));
      return true;
    }
    return false;
  }

  private static int report(
      Exception thrown, CommandLine commandLine, CommandLine.ParseResult parsed) throws Exception {
    if (thrown instanceof MillraceException known && known.code().type() != ErrorType.INTERNAL) {
      commandLine.getErr().println("millrace: " + known.getMessage());
      commandLine.getErr().flush();
      return CommandLine.ExitCode.SOFTWARE;
    }
    throw thrown;
  }

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getOut());
    return CommandLine.ExitCode.OK;
  }
}
