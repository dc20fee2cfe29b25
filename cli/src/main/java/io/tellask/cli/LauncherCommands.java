package io.tellask.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What the launcher of a checkout does itself, as far as completion must know it: names, what follows them, and options. Stateless. */
final class LauncherCommands {
    private static final List<String> ALL = List.of("build", "test", "bench", "docs", "dist");

    /** Their names; the command of a distribution has none. */
    static final List<String> NAMES = isDistribution() ? List.of() : ALL;

    /** What {@code bench} compares. */
    private static final List<String> SUITES = List.of(
            "remoting",
            "store",
            "kv",
            "codec",
            "web",
            "cipher",
            "crypto",
            "locks",
            "memory",
            "json",
            "struct",
            "pingpong",
            "multicast",
            "actors",
            "executors",
            "cluster",
            "all",
            "report");

    private static final List<String> BENCH_FLAGS = List.of("--quick", "--tiny");
    private static final List<String> BENCH_FILES = List.of("--json", "--html", "--results", "--plot");
    private static final List<String> BENCH_VALUES =
            List.of("--contender", "--case", "--rounds", "--seconds", "--users", "--collector");

    private LauncherCommands() {}

    /** Whether the program was unpacked from a tarball or an image, where nothing can be built. */
    static boolean isDistribution() {
        return System.getProperty("tellask.distribution") != null;
    }

    /** Whether a checkout has this command and this distribution does not. */
    static boolean isMissing(String name) {
        return isDistribution() && ALL.contains(name);
    }

    /** Adds them to the program's own commands, without the options that all of those have. */
    static void addTo(CommandLine program) {
        for (String name : NAMES) {
            CommandSpec command = command(name);
            List<CommandSpec> specs = Stream.concat(
                            Stream.of(command),
                            command.subcommands().values().stream().map(CommandLine::getCommandSpec))
                    .toList();
            List<Set<OptionSpec>> own =
                    specs.stream().map(spec -> Set.copyOf(spec.options())).toList();
            program.addSubcommand(name, command);
            for (int i = 0; i < specs.size(); i++) {
                removeOthers(specs.get(i), own.get(i));
            }
        }
    }

    private static void removeOthers(CommandSpec command, Set<OptionSpec> kept) {
        for (OptionSpec option : List.copyOf(command.options())) {
            if (!kept.contains(option)) {
                command.remove(option);
            }
        }
    }

    private static CommandSpec command(String name) {
        return switch (name) {
            case "bench" -> bench();
            case "dist" -> withFlags("--help", "--classes");
            default -> withFlags("--help");
        };
    }

    private static CommandSpec bench() {
        CommandSpec bench = withFlags("--help");
        for (String name : SUITES) {
            CommandSpec suite = withFlags(BENCH_FLAGS.toArray(String[]::new));
            BENCH_FILES.forEach(option -> suite.addOption(valued(option, Path.class)));
            BENCH_VALUES.forEach(option -> suite.addOption(valued(option, String.class)));
            bench.addSubcommand(name, suite);
        }
        return bench;
    }

    private static CommandSpec withFlags(String... names) {
        CommandSpec spec = CommandSpec.create();
        for (String name : names) {
            spec.addOption(OptionSpec.builder(name).build());
        }
        return spec;
    }

    private static OptionSpec valued(String name, Class<?> type) {
        return OptionSpec.builder(name).arity("1").type(type).build();
    }
}
