package io.tellask.cli.store;

import java.util.List;
import picocli.CommandLine.Command;

/** {@code tellask store}: looks after the files of a store that no process has open. */
@Command(
        name = "store",
        header = "Looks after the files of a store: check, backup, repair, export.",
        description = {
            "A store is the folder of one map: what DurableMap opens, or one folder in the directory of 'tellask serve'.",
            "All but snapshot need it closed: while a process has it open they are refused."
        },
        synopsisSubcommandLabel = "COMMAND")
public final class StoreCommand {
    /** The commands below it, in the order of its help. */
    public static final List<Class<?>> COMMANDS = List.of(
            StoreCheckCommand.class,
            StoreStatsCommand.class,
            StoreSnapshotCommand.class,
            StoreRestoreCommand.class,
            StoreRepairCommand.class,
            StoreCompactCommand.class,
            StoreExportCommand.class,
            StoreImportCommand.class,
            StoreRotateKeyCommand.class);

    private StoreCommand() {}
}
