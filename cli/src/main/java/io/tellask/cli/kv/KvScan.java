package io.tellask.cli.kv;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.cli.json.JsonLine;
import io.tellask.cli.server.BlockingItems;
import io.tellask.cli.server.Connection;
import io.tellask.cli.server.ServerOption;
import io.tellask.cli.terminal.CountConverter;
import io.tellask.cli.terminal.TerminalText;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tellask kv scan MAP}: streams records to standard output. */
@Command(name = "scan", description = "Prints records, in no order: key, tab, value.")
final class KvScan implements Callable<Integer> {
    @Mixin
    private ServerOption server;

    @Parameters(index = "0", paramLabel = "MAP")
    private String mapName;

    @Option(names = "--prefix", paramLabel = "TEXT", defaultValue = "", description = "Only keys that begin with it.")
    private String prefix;

    @Option(
            names = "--limit",
            paramLabel = "N",
            converter = CountConverter.class,
            description = "Stop after so many records, at least 1.")
    private long limit = Long.MAX_VALUE;

    @Option(names = "--json", description = "Print each record as a line of JSON: {\"key\":...,\"value\":...}.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        try (Connection connection = server.open()) {
            BlockingItems.forEachWhile(connection.existingMap(mapName).scan(prefix.getBytes(UTF_8)), limit, record -> {
                out.println(
                        json
                                ? TerminalText.of(new JsonLine(record.key(), record.value()).format())
                                : TerminalText.of(record.key()) + "\t" + TerminalText.of(record.value()));
                return !out.checkError(); // nobody reads any more; Main says so
            });
        }
        return 0;
    }
}
