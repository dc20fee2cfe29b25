package io.tellask.cli.store;

import io.tellask.cli.terminal.Summary;
import io.tellask.store.StoreStatistics;
import io.tellask.store.StoredMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tellask store stats DIR}: counts and sizes. */
@Command(
        name = "stats",
        header = "Prints counts and sizes of a store.",
        description =
                "Opens the store as a program does. The records are the keys that have a value, with those that have expired and were not"
                        + " dropped yet; 'tellask store check' counts all records of the log. For the maps of a running server there"
                        + " is 'tellask kv stats'.")
final class StoreStatsCommand implements Callable<Integer> {
    @Mixin
    private StoreOption options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        try (StoredMap store = StoredMap.open(options.directory())) {
            StoreStatistics found = store.map().statistics();
            new Summary("stats")
                    .with("keys", store.keys())
                    .with("values", store.values())
                    .with("records", found.records())
                    .with("sequence", found.sequence())
                    .with("liveBytes", found.liveBytes())
                    .with("logBytes", found.logBytes())
                    .with("allocatedBytes", found.allocatedBytes())
                    .with("segments", found.segments())
                    .with("schemas", store.schemas().size())
                    .print(spec.commandLine().getOut(), options.json());
        }
        return 0;
    }
}
