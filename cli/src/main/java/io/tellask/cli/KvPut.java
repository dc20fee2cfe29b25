package io.tellask.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tellask kv put MAP KEY VALUE}: stores one value. */
@Command(name = "put", description = "Stores a value and returns when the server has acknowledged it.")
final class KvPut implements Callable<Integer> {
    @Mixin
    private ServerOption server;

    @Parameters(index = "0", paramLabel = "MAP")
    private String mapName;

    @Parameters(index = "1", paramLabel = "KEY")
    private String key;

    @Parameters(
            index = "2",
            paramLabel = "VALUE",
            description = "A JSON document, or - to read one from standard input.")
    private String value;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        String document = value.equals("-") ? new String(System.in.readAllBytes(), UTF_8).strip() : value;
        if (!JsonLine.isDocument(document)) {
            throw new ParameterException(
                    spec.commandLine(), "VALUE is not a JSON document; text needs quotes of its own, as in '\"text\"'");
        }
        try (Connection connection = Connection.open(server.address())) {
            Connection.answer(connection.map(mapName).put(key.getBytes(UTF_8), document.getBytes(UTF_8)));
            return 0;
        }
    }
}
