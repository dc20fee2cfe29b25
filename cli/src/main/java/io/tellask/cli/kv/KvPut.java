package io.tellask.cli.kv;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.cli.json.JsonLine;
import io.tellask.cli.server.Connection;
import io.tellask.cli.server.ServerOption;
import io.tellask.cli.terminal.CommandFailure;
import io.tellask.cli.terminal.Failures;
import io.tellask.kv.KeyValueMap;
import io.tellask.text.SafeText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tellask kv put MAP KEY VALUE}: stores one value. */
@Command(name = "put", description = "Stores a value and returns when the server has acknowledged it.")
final class KvPut implements Callable<Integer> {
    private static final int MOST_BYTES = 64 << 20;

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

    @Option(names = "--if-absent", description = "Store it only if there is no such key, and fail otherwise.")
    private boolean ifAbsent;

    @Mixin
    private TtlOption ttl;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        String document = value.equals("-") ? standardInput().strip() : value;
        if (!JsonLine.isDocument(document)) {
            throw new ParameterException(
                    spec.commandLine(), "VALUE is not a JSON document; text needs quotes of its own, as in '\"text\"'");
        }
        try (Connection connection = server.open()) {
            return put(connection.map(mapName), key.getBytes(UTF_8), document.getBytes(UTF_8));
        }
    }

    private static String standardInput() throws IOException {
        try {
            byte[] bytes = System.in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new CommandFailure("standard input is too long: bytes > limit=" + MOST_BYTES
                        + "; no server takes such a value, split it");
            }
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException notText) {
            throw new CommandFailure("standard input is not text: expected=UTF-8; convert it", notText);
        } catch (OutOfMemoryError full) {
            throw Failures.tooLarge("standard input", full);
        }
    }

    private int put(KeyValueMap map, byte[] storedKey, byte[] storedValue) throws Exception {
        if (!ifAbsent) {
            Connection.answer(map.put(storedKey, storedValue, ttl.expiry()));
        } else if (Connection.answer(map.compareAndSet(storedKey, 0, storedValue, ttl.expiry())) == 0) {
            spec.commandLine()
                    .getErr()
                    .println("tellask: the key exists already: map=" + mapName + ", key=" + SafeText.of(key));
            return Failures.EXIT_CODE;
        }
        return 0;
    }
}
