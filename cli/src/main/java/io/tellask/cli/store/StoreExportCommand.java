package io.tellask.cli.store;

import io.tellask.cli.terminal.KeyOption;
import io.tellask.cli.terminal.Progress;
import io.tellask.cli.terminal.Summary;
import io.tellask.cli.transfer.ExportFile;
import io.tellask.cli.transfer.Exporter;
import io.tellask.store.StoredMap;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tellask store export DIR FILE}: writes a store as JSON Lines or CSV. A file appears under its name when it is complete. */
@Command(
        name = "export",
        header = "Writes all records of a store as JSON Lines or CSV.",
        description = {
            "Keys are text, numbers or arrays; values of kind string are text, others Base64 as stored. Values of the codec stand"
                    + " beside it as JSON, without any class of them.",
            "A file whose name ends in .csv or .csv.gz is CSV. import reads either back into an equal store."
        })
final class StoreExportCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "DIR", description = "The folder of the store.")
    private Path directory;

    @Parameters(
            index = "1",
            paramLabel = "FILE",
            arity = "0..1",
            defaultValue = "-",
            description = "Where to; compressed if it ends in .gz; standard output unless given.")
    private String file;

    @Mixin
    private KeyOption key;

    @Option(names = "--stored", description = "Leave out the JSON of values of the codec: about half the size.")
    private boolean stored;

    @Option(names = "--json", description = "Print the summary as a line of JSON.")
    private boolean json;

    @Option(names = "--force", description = "Replace FILE if it exists; it is refused otherwise.")
    private boolean force;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        ExportFile target = new ExportFile(file, force);
        try (StoredMap store = StoredMap.open(directory, key.key())) {
            long records = write(store, target);
            if (!target.isStandardOutput()) {
                new Summary("exported")
                        .with("records", records)
                        .with("file", file)
                        .print(spec.commandLine().getOut(), json);
            }
        }
        return 0;
    }

    private long write(StoredMap store, ExportFile target) {
        try (Progress progress = Progress.of("export", store.map().size())) {
            return target.write(new Exporter(store, !stored), progress::moveTo);
        }
    }
}
