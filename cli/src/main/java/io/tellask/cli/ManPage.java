package io.tellask.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The manual page of one command, in the language of {@code man}. Used once. */
final class ManPage {
    private static final String EXIT_STATUS = "0 done, 1 failed, with one line why, 2 wrong usage.";

    private final CommandLine command;
    private final CommandSpec spec;
    private final StringWriter text = new StringWriter();
    private final PrintWriter out = new PrintWriter(text);

    private ManPage(CommandLine command) {
        this.command = command;
        spec = command.getCommandSpec();
    }

    /** The pages of a command and of all below it, by the names of their files. */
    static Stream<Map.Entry<String, String>> all(CommandLine command, String version) {
        Stream<Map.Entry<String, String>> below = subcommands(command).flatMap(each -> all(each, version));
        return Stream.concat(Stream.of(Map.entry(name(command) + ".1", new ManPage(command).write(version))), below);
    }

    private static Stream<CommandLine> subcommands(CommandLine command) {
        return command.getSubcommands().values().stream()
                .filter(each -> !each.getCommandSpec().usageMessage().hidden());
    }

    private static String name(CommandLine command) {
        return command.getCommandSpec().qualifiedName("-");
    }

    private String write(String version) {
        out.println(
                ".TH " + name(command).toUpperCase(Locale.ROOT) + " 1 \"\" \"tellask " + version + "\" \"Tellask\"");
        section("NAME");
        out.println(escaped(name(command)) + " \\- " + escaped(summary(command)));
        section("SYNOPSIS");
        out.println(".nf");
        out.print(escaped(command.getHelp().synopsis(0)));
        out.println(".fi");
        section("DESCRIPTION");
        paragraphs(spec.usageMessage().header());
        paragraphs(spec.usageMessage().description());
        arguments();
        commands();
        section("EXIT STATUS");
        out.println(EXIT_STATUS);
        if (spec.parent() != null) {
            section("SEE ALSO");
            out.println(".BR " + escaped(spec.parent().qualifiedName("-")) + " (1)");
        }
        out.flush();
        return text.toString();
    }

    private void section(String title) {
        out.println(".SH " + title);
    }

    private void paragraphs(String[] lines) {
        for (String line : lines) {
            out.println(escaped(plain(line)).replace("\n", "\n.PP\n"));
            out.println(".PP");
        }
    }

    private void arguments() {
        List<PositionalParamSpec> positional = spec.positionalParameters().stream()
                .filter(each -> !each.hidden())
                .toList();
        List<OptionSpec> options =
                spec.options().stream().filter(each -> !each.hidden()).toList();
        section("OPTIONS");
        positional.forEach(each -> argument(italic(each.paramLabel()), each));
        options.forEach(each -> argument(names(each), each));
    }

    private void argument(String title, ArgSpec argument) {
        out.println(".TP");
        out.println(title);
        String description = plain(String.join(" ", argument.description()));
        out.println(description.isEmpty() ? ".br" : escaped(description));
    }

    private static String names(OptionSpec option) {
        String names = Stream.of(option.names()).map(ManPage::bold).collect(Collectors.joining(", "));
        return option.arity().max() == 0 ? names : names + " " + italic(option.paramLabel());
    }

    private void commands() {
        List<CommandLine> commands = subcommands(command).toList();
        if (!commands.isEmpty()) {
            section("COMMANDS");
            for (CommandLine each : commands) {
                out.println(".TP");
                out.println(".BR " + escaped(name(each)) + " (1)");
                out.println(escaped(summary(each)));
            }
        }
    }

    /** The first sentence about a command, without its full stop. */
    private static String summary(CommandLine command) {
        CommandLine.Model.UsageMessageSpec usage = command.getCommandSpec().usageMessage();
        String[] lines = usage.header().length > 0 ? usage.header() : usage.description();
        String first = lines.length == 0 ? "" : lines[0].lines().findFirst().orElse("");
        return plain(first).replaceAll("\\.$", "");
    }

    /** Text as the annotations have it, without their marks for the end of a line and for a percent sign. */
    private static String plain(String words) {
        return words.replace("%n", "\n").replace("%%", "%");
    }

    private static String bold(String words) {
        return "\\fB" + escaped(words) + "\\fR";
    }

    private static String italic(String words) {
        return "\\fI" + escaped(words) + "\\fR";
    }

    /** What the language of man pages would take for commands: backslashes, hyphens, and points and quotes that begin a line. */
    private static String escaped(String words) {
        return words.replace("\\", "\\\\").replace("-", "\\-").replaceAll("(?m)^(?=[.'])", "\\\\&");
    }
}
