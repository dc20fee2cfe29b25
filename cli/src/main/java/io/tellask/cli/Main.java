package io.tellask.cli;

import io.tellask.cli.call.CallCommand;
import io.tellask.cli.cluster.ClusterCommand;
import io.tellask.cli.codec.CodecCommand;
import io.tellask.cli.demo.DemoCommand;
import io.tellask.cli.describe.DescribeCommand;
import io.tellask.cli.describe.HealthCommand;
import io.tellask.cli.example.ExampleCommand;
import io.tellask.cli.kv.KvCommand;
import io.tellask.cli.login.PasswdCommand;
import io.tellask.cli.operations.ActorsCommand;
import io.tellask.cli.operations.ConnectionsCommand;
import io.tellask.cli.operations.MonitorCommand;
import io.tellask.cli.pauses.PausesCommand;
import io.tellask.cli.serve.ServeCommand;
import io.tellask.cli.store.StoreCommand;
import io.tellask.cli.terminal.Failures;
import io.tellask.cli.terminal.KeyOption;
import io.tellask.cli.terminal.Verbosity;
import io.tellask.cli.trial.CrashTestCommand;
import io.tellask.cli.trial.DamageTestCommand;
import io.tellask.cli.trial.HostileTestCommand;
import io.tellask.cli.trial.SoakCommand;
import io.tellask.cli.trial.TellLoopCommand;
import io.tellask.cli.types.TypesCommand;
import io.tellask.text.SafeFailure;
import io.tellask.text.SafeText;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code tellask} command. Exit codes: 0 done, 1 failed, 2 wrong usage. */
@Command(name = "tellask", mixinStandardHelpOptions = true, versionProvider = Version.class, usageHelpAutoWidth = true)
public final class Main implements Verbosity {
    /** The commands below it, in the order of its help. */
    static final List<Class<?>> COMMANDS = List.of(
            ServeCommand.class,
            KvCommand.class,
            DescribeCommand.class,
            HealthCommand.class,
            CallCommand.class,
            TypesCommand.class,
            ActorsCommand.class,
            ConnectionsCommand.class,
            MonitorCommand.class,
            PausesCommand.class,
            StoreCommand.class,
            ClusterCommand.class,
            PasswdCommand.class,
            NewCommand.class,
            ExampleCommand.class,
            CodecCommand.class,
            DemoCommand.class,
            CrashTestCommand.class,
            SoakCommand.class,
            DamageTestCommand.class,
            HostileTestCommand.class,
            TellLoopCommand.class,
            CompletionCommand.class,
            ManCommand.class);

    private static final String DESCRIPTION =
            "Calls objects in other processes as if they were here; serves a durable key-value store.";
    private static final String LOG_FORMAT = "java.util.logging.SimpleFormatter.format";

    @Option(names = "--verbose", scope = ScopeType.INHERIT, description = "Print the stack trace of an error, too.")
    private boolean verbose;

    private Main() {}

    /** Runs one command and exits with its code. */
    public static void main(String[] arguments) {
        if (System.getProperty(LOG_FORMAT) == null) {
            System.setProperty(LOG_FORMAT, "tellask: %4$s: %5$s%6$s%n");
        }
        System.exit(run(writer(System.out), writer(System.err), arguments));
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, stream.charset());
    }

    /** Runs one command and returns its exit code. */
    public static int run(PrintWriter out, PrintWriter err, String... arguments) {
        CommandLine commands =
                described(CommandTree.naming(List.of(arguments))).setOut(out).setErr(err);
        Main main = commands.getCommand();
        commands.setParameterExceptionHandler((wrong, rest) -> refuse(wrong, err));
        commands.setExecutionStrategy(parsed -> {
            refuseUnknownCommand(parsed);
            return new CommandLine.RunLast().execute(parsed);
        });
        commands.setExecutionExceptionHandler(
                (failure, command, parsed) -> main.report(failure, KeyOption.remedy(failure, command), err));
        if (arguments.length == 0) {
            commands.usage(err);
            return CommandLine.ExitCode.USAGE;
        }
        int exitCode = executed(commands, main, err, arguments);
        CommandLine serve = commands.getSubcommands().get("serve");
        return serve != null && serve.getParseResult() != null ? exitCode : written(exitCode, out, err);
    }

    /** All commands, before any is run. */
    static CommandLine commands() {
        return described(CommandTree.whole());
    }

    /** Says what only the help of the program itself says: what is in the annotation, commands below it would inherit. */
    private static CommandLine described(CommandLine commands) {
        UsageMessageSpec usage = commands.getCommandSpec().usageMessage();
        usage.description(DESCRIPTION);
        if (!LauncherCommands.NAMES.isEmpty()) {
            usage.footer("", "From a checkout, the launcher adds: " + String.join(", ", LauncherCommands.NAMES) + ".");
        }
        return commands;
    }

    /** The exit code; where the heap is too small for what a command holds, that is a failure like others. */
    private static int executed(CommandLine commands, Main main, PrintWriter err, String... arguments) {
        try {
            return commands.execute(arguments);
        } catch (OutOfMemoryError full) {
            return main.report(Failures.tooLarge("what the command holds", full), "", err);
        }
    }

    /** Output that got lost, on a full disk for example, is a failure; only a server's may be read by nobody. */
    private static int written(int exitCode, PrintWriter out, PrintWriter err) {
        if (exitCode == 0 && out.checkError()) {
            err.println("tellask: standard output could not be written to its end");
            return Failures.EXIT_CODE;
        }
        return exitCode;
    }

    private static int refuse(ParameterException wrong, PrintWriter err) {
        List<String> words = notUnderstood(wrong);
        String meant = Suggestion.of(wrong.getCommandLine(), words);
        String reason = wrong instanceof UnmatchedArgumentException && isCommand(wrong.getCommandLine(), words)
                ? unknownCommand(words.getFirst())
                : lowerCase(Failures.line(wrong));
        err.println("tellask: " + reason + (meant == null ? "" : "; did you mean '" + meant + "'?"));
        err.println("see " + wrong.getCommandLine().getCommandSpec().qualifiedName() + " --help");
        return CommandLine.ExitCode.USAGE;
    }

    /** Help that is asked for of a command that there is none of would be that of the command above it. */
    private static void refuseUnknownCommand(CommandLine.ParseResult parsed) {
        CommandLine.ParseResult last = parsed;
        while (last.hasSubcommand()) {
            last = last.subcommand();
        }
        CommandLine command = last.commandSpec().commandLine();
        if (isCommand(command, last.unmatched())) {
            throw new UnmatchedArgumentException(command, last.unmatched());
        }
    }

    /** Whether the first of these words stands where a command below another is named. */
    private static boolean isCommand(CommandLine command, List<String> words) {
        return !words.isEmpty()
                && !words.getFirst().startsWith("-")
                && !command.getSubcommands().isEmpty();
    }

    private static String unknownCommand(String word) {
        return LauncherCommands.isMissing(word)
                ? "command '" + word + "' needs a checkout of Tellask's sources, which this distribution is not"
                : "unknown command '" + SafeText.of(word) + "'";
    }

    private static List<String> notUnderstood(ParameterException wrong) {
        return wrong instanceof UnmatchedArgumentException unmatched
                ? unmatched.getUnmatched()
                : wrong.getCommandLine().getUnmatchedArguments();
    }

    /** Lower case, as all error texts are, unless the first word is a label in capitals. */
    private static String lowerCase(String text) {
        boolean sentence = text.length() > 1 && Character.isLowerCase(text.charAt(1));
        return sentence ? Character.toLowerCase(text.charAt(0)) + text.substring(1) : text;
    }

    @Override
    public boolean isVerbose() {
        return verbose;
    }

    private int report(Exception failure, String remedy, PrintWriter err) {
        err.println("tellask: " + Failures.line(failure) + remedy);
        if (verbose) {
            SafeFailure.of(failure).printStackTrace(err);
        }
        return Failures.EXIT_CODE;
    }
}
