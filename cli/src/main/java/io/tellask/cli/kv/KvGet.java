package io.tellask.cli.kv;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.cli.json.JsonLine;
import io.tellask.cli.server.Connection;
import io.tellask.cli.server.ServerOption;
import io.tellask.cli.terminal.Failures;
import io.tellask.cli.terminal.TerminalText;
import io.tellask.kv.KeyValueMap;
import io.tellask.kv.VersionedValue;
import io.tellask.text.SafeText;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tellask kv get MAP KEY…}: prints the values of keys, one a line. */
@Command(name = "get", description = "Prints the values of keys, one a line; fails if one is missing.")
final class KvGet implements Callable<Integer> {
    @Mixin
    private ServerOption server;

    @Parameters(index = "0", paramLabel = "MAP")
    private String mapName;

    @Parameters(index = "1..*", paramLabel = "KEY", arity = "1..*")
    private List<String> keys;

    @Option(names = "--json", description = "Print each record as a line of JSON: {\"key\":...,\"value\":...}.")
    private boolean json;

    @Option(
            names = "--sequence",
            description = "Print each value's sequence number and a tab before it; with --json also its expiry.")
    private boolean sequence;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        try (Connection connection = server.open()) {
            KeyValueMap map = connection.existingMap(mapName);
            return sequence ? printVersions(map) : printValues(map);
        }
    }

    private int printValues(KeyValueMap map) throws Exception {
        byte[][] wanted = keys.stream().map(key -> key.getBytes(UTF_8)).toArray(byte[][]::new);
        byte[][] values = Connection.answer(map.getAll(wanted));
        int code = 0;
        for (int i = 0; i < values.length; i++) {
            code |= values[i] == null
                    ? missing(keys.get(i))
                    : printed(TerminalText.of(
                            json ? new JsonLine(wanted[i], values[i]).format() : new String(values[i], UTF_8)));
        }
        return code;
    }

    private int printVersions(KeyValueMap map) throws Exception {
        int code = 0;
        for (String key : keys) {
            byte[] wanted = key.getBytes(UTF_8);
            VersionedValue found = Connection.answer(map.getVersioned(wanted));
            if (found == null) {
                code |= missing(key);
            } else if (json) {
                code |= printed(new ChangeLine(wanted, found.value(), found.sequence(), found.expiry(), false).json());
            } else {
                code |= printed(found.sequence() + "\t" + TerminalText.of(found.value()));
            }
        }
        return code;
    }

    private int missing(String key) {
        spec.commandLine().getErr().println("tellask: no such key: map=" + mapName + ", key=" + SafeText.of(key));
        return Failures.EXIT_CODE;
    }

    private int printed(String line) {
        spec.commandLine().getOut().println(line);
        return 0;
    }
}
