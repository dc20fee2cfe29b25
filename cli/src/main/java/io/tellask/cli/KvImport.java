package io.tellask.cli;

import io.tellask.kv.KeyValueMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tellask kv import MAP FILE}: stores the records of a JSON Lines file. */
@Command(
        name = "import",
        description = {
            "Stores the records of a JSON Lines file: {\"key\":\"...\",\"value\":...} a line.",
            "A malformed line ends the import: all lines before it are stored, none after it."
        })
final class KvImport implements Callable<Integer> {
    @Mixin
    private ServerOption server;

    @Parameters(index = "0", paramLabel = "MAP")
    private String mapName;

    @Parameters(
            index = "1",
            paramLabel = "FILE",
            description = "The file, unpacked if it ends in .gz; - is standard input.")
    private String file;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        long begin = System.nanoTime();
        try (RecordReader records = RecordReader.open(file);
                Connection connection = Connection.open(server.address());
                Progress progress = Progress.of("import", -1)) {
            KeyValueMap map = connection.map(mapName);
            BatchWriter writer = new BatchWriter(map, progress);
            try {
                for (JsonLine record = records.next(); record != null; record = records.next()) {
                    writer.put(record.key(), record.value());
                }
            } catch (MalformedLineException malformed) {
                throw new CommandFailure("import: file=" + file + ", line=" + records.lineNumber() + ": "
                        + malformed.getMessage() + "; records before it, all stored=" + writer.finish());
            }
            long stored = writer.finish();
            double seconds = (System.nanoTime() - begin) / 1e9;
            spec.commandLine().getOut().printf("imported: records=%d, seconds=%.1f%n", stored, seconds);
        }
        return 0;
    }
}
