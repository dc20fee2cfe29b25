package io.tellask.cli.kv;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.cli.server.Connection;
import io.tellask.cli.server.ServerOption;
import io.tellask.cli.terminal.Failures;
import io.tellask.kv.KeyValueMap;
import io.tellask.text.SafeText;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tellask kv remove MAP KEY…}: removes keys. */
@Command(name = "remove", description = "Removes keys; fails if one is missing.")
final class KvRemove implements Callable<Integer> {
    @Mixin
    private ServerOption server;

    @Parameters(index = "0", paramLabel = "MAP")
    private String mapName;

    @Parameters(index = "1..*", paramLabel = "KEY", arity = "1..*")
    private List<String> keys;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        int code = 0;
        try (Connection connection = server.open()) {
            KeyValueMap map = connection.existingMap(mapName);
            for (String key : keys) {
                if (!Connection.answer(map.remove(key.getBytes(UTF_8)))) {
                    spec.commandLine()
                            .getErr()
                            .println("tellask: no such key: map=" + mapName + ", key=" + SafeText.of(key));
                    code = Failures.EXIT_CODE;
                }
            }
        }
        return code;
    }
}
