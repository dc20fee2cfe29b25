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

/** {@code tellask store snapshot DIR TARGET}: takes a backup, of a store in use, too. */
@Command(
        name = "snapshot",
        header = "Takes a backup of a store, also while a process uses it.",
        description = {
            "The backup is the map as it was at one moment, in a folder that appears when it is complete.",
            "With --since it shares unchanged files with an earlier backup by hard links: only what is new is written, "
                    + "each of them is whole by itself, and any may be deleted."
        })
final class StoreSnapshotCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "DIR", description = "The folder of the store.")
    private Path directory;

    @Parameters(index = "1", paramLabel = "TARGET", description = "The folder of the backup; must not exist.")
    private Path target;

    @Option(names = "--since", paramLabel = "BACKUP", description = "An earlier backup of the same store.")
    private @Nullable Path previous;

    @Option(
            names = "--link",
            description =
                    "Share files that do not change any more with the store: quick, but no help against a bad disk.")
    private boolean link;

    @Option(
            names = "--damaged",
            description = "Save the store although it is damaged: its files as they are, and what is wrong with them."
                    + " No process may have it open.")
    private boolean damaged;

    @Option(names = "--json", description = "Print a line of JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (damaged && (link || previous != null)) {
            throw new ParameterException(
                    spec.commandLine(), "--damaged copies all files: leave out --since and --link");
        }
        StoreBackup backup;
        try (Progress progress = Progress.ofBytes("snapshot", 0)) {
            backup = StoreBackup.create(
                    directory, target, new StoreBackup.Options(previous, link, damaged), progress::moveTo);
        }
        PrintWriter out = spec.commandLine().getOut();
        Damages.print(out, json, "damage", backup.damages());
        Backups.summary("saved", backup)
                .with("newBytes", backup.newBytes())
                .with("target", target)
                .print(out, json);
        return 0;
    }
}
