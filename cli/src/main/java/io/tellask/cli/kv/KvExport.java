package io.tellask.cli.kv;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.cli.json.JsonLine;
import io.tellask.cli.server.BlockingItems;
import io.tellask.cli.server.Connection;
import io.tellask.cli.server.ServerOption;
import io.tellask.cli.terminal.Progress;
import io.tellask.cli.transfer.ExportFile;
import io.tellask.kv.KeyValueMap;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tellask kv export MAP FILE}: writes a map as JSON Lines. A file appears under its name only when it is complete. */
@Command(name = "export", description = "Writes all records as JSON Lines, in no order; import reads them back.")
final class KvExport implements Callable<Integer> {
    @Mixin
    private ServerOption server;

    @Parameters(index = "0", paramLabel = "MAP")
    private String mapName;

    @Parameters(
            index = "1",
            paramLabel = "FILE",
            arity = "0..1",
            defaultValue = "-",
            description = "Where to; compressed if it ends in .gz; standard output unless given.")
    private String file;

    @Option(names = "--force", description = "Replace FILE if it exists; it is refused otherwise.")
    private boolean force;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        ExportFile target = new ExportFile(file, force);
        try (Connection connection = server.open()) {
            KeyValueMap map = connection.existingMap(mapName);
            long expected = Connection.answer(map.size());
            long records = target.<Exception>write(out -> write(map, out, expected));
            if (!target.isStandardOutput()) {
                spec.commandLine().getOut().println("exported: records=" + records + ", file=" + file);
            }
        }
        return 0;
    }

    private static long write(KeyValueMap map, OutputStream out, long expected) throws Exception {
        Writer lines = new BufferedWriter(new OutputStreamWriter(out, UTF_8), 1 << 16);
        try (Progress progress = Progress.of("export", expected)) {
            long records = BlockingItems.forEach(map.scan(new byte[0]), Long.MAX_VALUE, record -> {
                try {
                    lines.append(new JsonLine(record.key(), record.value()).format())
                            .append('\n');
                } catch (IOException failure) {
                    throw new UncheckedIOException(failure);
                }
                progress.step(1);
            });
            lines.flush();
            return records;
        }
    }
}
