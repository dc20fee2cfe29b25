package io.tellask.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.kv.KeyValueMap;
import java.io.PrintWriter;
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

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        try (Connection connection = Connection.open(server.address())) {
            KeyValueMap map = connection.existingMap(mapName);
            byte[][] wanted = keys.stream().map(key -> key.getBytes(UTF_8)).toArray(byte[][]::new);
            byte[][] values = Connection.answer(map.getAll(wanted));
            return print(wanted, values);
        }
    }

    private int print(byte[][] wanted, byte[][] values) {
        PrintWriter out = spec.commandLine().getOut();
        int code = 0;
        for (int i = 0; i < values.length; i++) {
            if (values[i] == null) {
                spec.commandLine().getErr().println("tellask: no such key: map=" + mapName + ", key=" + keys.get(i));
                code = Main.FAILED;
            } else {
                out.println(json ? new JsonLine(wanted[i], values[i]).format() : new String(values[i], UTF_8));
            }
        }
        return code;
    }
}
