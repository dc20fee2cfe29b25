package io.tellask.cli.kv;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.cli.json.JsonLine;
import io.tellask.cli.server.Connection;
import io.tellask.cli.server.ServerOption;
import io.tellask.cli.terminal.Failures;
import io.tellask.text.SafeText;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tellask kv cas MAP KEY SEQUENCE VALUE}: compares and sets. */
@Command(
        name = "cas",
        description = {
            "Stores a value if the present one still has a sequence number, and prints the new one's; fails otherwise.",
            "Sequence numbers are told by kv get --sequence; 0 means that there is no such key."
        })
final class KvCas implements Callable<Integer> {
    @Mixin
    private ServerOption server;

    @Parameters(index = "0", paramLabel = "MAP")
    private String mapName;

    @Parameters(index = "1", paramLabel = "KEY")
    private String key;

    @Parameters(index = "2", paramLabel = "SEQUENCE")
    private long sequence;

    @Parameters(index = "3", paramLabel = "VALUE", description = "A JSON document.")
    private String value;

    @Mixin
    private TtlOption ttl;

    @Option(names = "--json", description = "Print {\"sequence\":N}.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        if (sequence < 0 || !JsonLine.isDocument(value)) {
            throw new ParameterException(
                    spec.commandLine(),
                    sequence < 0
                            ? "SEQUENCE=" + sequence + " < 0; 0 means that there is no such key"
                            : "VALUE is not a JSON document; text needs quotes of its own, as in '\"text\"'");
        }
        try (Connection connection = server.open()) {
            long stored = Connection.answer(connection
                    .map(mapName)
                    .compareAndSet(key.getBytes(UTF_8), sequence, value.getBytes(UTF_8), ttl.expiry()));
            if (stored == 0) {
                spec.commandLine()
                        .getErr()
                        .println("tellask: changed meanwhile, nothing was stored: map=" + mapName + ", key="
                                + SafeText.of(key) + ", sequence=" + sequence);
                return Failures.EXIT_CODE;
            }
            spec.commandLine().getOut().println(json ? "{\"sequence\":" + stored + "}" : Long.toString(stored));
            return 0;
        }
    }
}
