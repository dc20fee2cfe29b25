package io.tellask.cli.kv;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.cli.server.BlockingItems;
import io.tellask.cli.server.Connection;
import io.tellask.cli.server.ServerOption;
import io.tellask.cli.terminal.CountConverter;
import io.tellask.kv.Change;
import io.tellask.kv.KeyValueMap;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tellask kv watch MAP}: prints changes as they are made. */
@Command(
        name = "watch",
        description = {
            "Prints changes as they are made: sequence number, tab, key, and a tab and the value unless it was removed.",
            "Goes on until it is interrupted, the limit is reached, or the server ends the stream. Whoever stops reading its"
                    + " output is noticed at the next change."
        })
final class KvWatch implements Callable<Integer> {
    /** Where to begin; now unless given. */
    static final class Beginning {
        @Option(
                names = "--from",
                paramLabel = "SEQUENCE",
                converter = CountConverter.class,
                description = "Begin with the change of this number, at least 1, as long as the map still has it.")
        private @Nullable Long from;

        @Option(names = "--records", description = "Begin with the records that there are.")
        private boolean records;
    }

    @Mixin
    private ServerOption server;

    @Parameters(index = "0", paramLabel = "MAP")
    private String mapName;

    @Option(names = "--prefix", paramLabel = "TEXT", defaultValue = "", description = "Only keys that begin with it.")
    private String prefix;

    @ArgGroup
    private Beginning beginning = new Beginning();

    @Option(
            names = "--limit",
            paramLabel = "N",
            converter = CountConverter.class,
            description = "Stop after so many changes, at least 1.")
    private long limit = Long.MAX_VALUE;

    @Option(
            names = "--json",
            description = "Print each change as a line of JSON: {\"sequence\":7,\"key\":...,\"value\":...}.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        try (Connection connection = server.open()) {
            BlockingItems.watchWhile(changes(connection.existingMap(mapName)), limit, change -> {
                ChangeLine line = ChangeLine.of(change);
                out.println(json ? line.json() : line.text());
                return !out.checkError(); // nobody reads any more; Main says so
            });
        }
        return 0;
    }

    private Flow.Publisher<Change> changes(KeyValueMap map) {
        byte[] wanted = prefix.getBytes(UTF_8);
        if (beginning.from != null) {
            return map.changesFrom(wanted, beginning.from);
        }
        return beginning.records ? map.follow(wanted) : map.changes(wanted);
    }
}
