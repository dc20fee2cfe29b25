package io.tellask.cli;

import io.tellask.cli.cluster.ClusterCommand;
import io.tellask.cli.codec.CodecCommand;
import io.tellask.cli.kv.KvCommand;
import io.tellask.cli.store.StoreCommand;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ScopeType;

/**
 * The commands and those below them, read from their annotations. To read one takes a millisecond to three in a JVM that has just started, and a
 * command line names one or two of forty: only those are read in full. Where it names none, for help and for what is mistyped, the commands are
 * outlines, which have a name and a line and no options. Stateless.
 */
final class CommandTree {
    private static final Map<Class<?>, List<Class<?>>> BELOW = Map.of(
            Main.class, Main.COMMANDS,
            KvCommand.class, KvCommand.COMMANDS,
            StoreCommand.class, StoreCommand.COMMANDS,
            ClusterCommand.class, ClusterCommand.COMMANDS,
            CodecCommand.class, CodecCommand.COMMANDS);

    private CommandTree() {}

    /** All commands, in full. */
    static CommandLine whole() {
        return all(Main.class);
    }

    /**
     * The commands that these words name, without those beside them, and outlines of those below the last one. A word that begins with @ names a file
     * with more words: then it is all commands.
     */
    static CommandLine naming(List<String> words) {
        boolean hasFile = words.stream().anyMatch(word -> word.startsWith("@"));
        return hasFile
                ? whole()
                : named(
                        Main.class,
                        words.stream().filter(word -> !word.startsWith("-")).iterator());
    }

    private static CommandLine all(Class<?> type) {
        CommandLine command = new CommandLine(type);
        for (Class<?> below : below(type)) {
            add(command, type, below, all(below));
        }
        return command;
    }

    private static CommandLine named(Class<?> type, Iterator<String> words) {
        CommandLine command = new CommandLine(type);
        Class<?> named = words.hasNext() ? find(type, words.next()) : null;
        if (named == null) {
            for (Class<?> below : below(type)) {
                Command description = description(below);
                command.addSubcommand(description.name(), outline(description));
            }
        } else {
            add(command, type, named, named(named, words));
        }
        return command;
    }

    /** Adds a command that is read in full; it and all below it inherit what the program says about help and options. */
    private static void add(CommandLine command, Class<?> type, Class<?> below, CommandLine added) {
        if (type == Main.class) {
            command.getCommandSpec().scopeType(ScopeType.INHERIT);
        }
        command.addSubcommand(description(below).name(), added);
    }

    private static @Nullable Class<?> find(Class<?> type, String name) {
        for (Class<?> below : below(type)) {
            if (description(below).name().equals(name)) {
                return below;
            }
        }
        return null;
    }

    private static List<Class<?>> below(Class<?> type) {
        return BELOW.getOrDefault(type, List.of());
    }

    private static Command description(Class<?> type) {
        return type.getAnnotation(Command.class);
    }

    private static CommandSpec outline(Command description) {
        CommandSpec outline = CommandSpec.create();
        outline.usageMessage()
                .header(description.header())
                .description(description.description())
                .hidden(description.hidden());
        return outline;
    }
}
