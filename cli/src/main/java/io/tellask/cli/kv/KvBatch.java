package io.tellask.cli.kv;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.cli.json.MalformedLineException;
import io.tellask.cli.server.Connection;
import io.tellask.cli.server.ServerOption;
import io.tellask.cli.terminal.CommandFailure;
import io.tellask.cli.terminal.Failures;
import io.tellask.kv.KeyValueBatch;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tellask kv batch MAP FILE}: makes several changes at once. */
@Command(
        name = "batch",
        header = "Makes all changes of a file of JSON Lines at once, or none and fails if a requirement does not hold.",
        description = {
            "A line is {\"key\":\"a\",\"value\":1}, {\"key\":\"a\",\"removed\":true}, or {\"key\":\"a\",\"require\":7}: a still has"
                    + " the value of sequence number 7, or none for 0."
        })
final class KvBatch implements Callable<Integer> {
    @Mixin
    private ServerOption server;

    @Parameters(index = "0", paramLabel = "MAP")
    private String mapName;

    @Parameters(index = "1", paramLabel = "FILE", description = "The file, or - for standard input.")
    private String file;

    @Option(names = "--json", description = "Print {\"committed\":true,\"steps\":N}, or false.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        KeyValueBatch batch = read();
        try (Connection connection = server.open()) {
            boolean committed = Connection.answer(connection.map(mapName).commit(batch));
            if (json) {
                spec.commandLine()
                        .getOut()
                        .println("{\"committed\":" + committed + ",\"steps\":"
                                + batch.steps().size() + "}");
            }
            if (!committed) {
                spec.commandLine()
                        .getErr()
                        .println("tellask: a requirement does not hold, nothing was changed: map=" + mapName);
            }
            return committed ? 0 : Failures.EXIT_CODE;
        }
    }

    private KeyValueBatch read() throws IOException {
        KeyValueBatch.Builder batch = KeyValueBatch.builder();
        List<String> lines = lines();
        for (int i = 0; i < lines.size(); i++) {
            try {
                BatchLine.addTo(batch, lines.get(i));
            } catch (MalformedLineException malformed) {
                throw new CommandFailure("line=" + (i + 1) + ", " + malformed.getMessage() + "; nothing was changed");
            }
        }
        return batch.build();
    }

    private List<String> lines() throws IOException {
        if (!file.equals("-") && Files.isDirectory(Path.of(file))) {
            throw new CommandFailure("batch: a folder instead of a file: file=" + file + "; name one of its files");
        }
        try (InputStream in = file.equals("-") ? System.in : Files.newInputStream(Path.of(file))) {
            return new BufferedReader(new InputStreamReader(in, UTF_8.newDecoder()))
                    .lines()
                    .toList();
        } catch (UncheckedIOException failure) {
            if (failure.getCause() instanceof CharacterCodingException) {
                throw new CommandFailure(
                        "batch: file=" + file + " is not UTF-8; write it as JSON Lines, bytes as key64 and value64",
                        failure);
            }
            throw failure;
        } catch (OutOfMemoryError full) {
            throw Failures.tooLarge("batch: file=" + file, full);
        }
    }
}
