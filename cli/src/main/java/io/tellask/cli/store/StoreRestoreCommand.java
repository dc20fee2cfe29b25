package io.tellask.cli.store;

import io.tellask.cli.terminal.Progress;
import io.tellask.store.StoreBackup;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tellask store restore BACKUP DIR}: verifies a backup and makes a store of it. */
@Command(
        name = "restore",
        header = "Makes a store of a backup, comparing every file with its checksum.",
        description = "A backup that was cut short or changed is refused, and no folder is made.")
final class StoreRestoreCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "BACKUP", description = "What snapshot made.")
    private Path backup;

    @Parameters(
            index = "1",
            paramLabel = "DIR",
            arity = "0..1",
            description = "The folder of the store to be; must not exist.")
    private @Nullable Path target;

    @Option(names = "--verify", description = "Only compare the files with their checksums; no DIR.")
    private boolean verify;

    @Option(names = "--json", description = "Print a line of JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        Path directory = target;
        if (verify == (directory != null)) {
            throw new ParameterException(spec.commandLine(), "name either DIR or --verify");
        }
        PrintWriter out = spec.commandLine().getOut();
        try (Progress progress = Progress.ofBytes(verify ? "verify" : "restore", 0)) {
            if (directory == null) {
                StoreBackup verified = StoreBackup.verify(backup, progress::moveTo);
                Damages.print(out, json, "damage", verified.damages());
                Backups.summary("verified", verified).print(out, json);
            } else {
                StoreBackup restored = StoreBackup.restore(backup, directory, progress::moveTo);
                Damages.print(out, json, "damage", restored.damages());
                Backups.summary("restored", restored).with("target", directory).print(out, json);
            }
        }
        return 0;
    }
}
