package io.tellask.cli.store;

import io.tellask.cli.terminal.Progress;
import io.tellask.cli.terminal.Summary;
import io.tellask.store.StoreRepair;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tellask store repair DIR}: writes damaged segments anew with every record that can be read. */
@Command(
        name = "repair",
        header = "Saves every readable record of damaged segments.",
        description = {
            "A damaged file is kept beside its new one as segment-NNNNNNNN.log.damaged.",
            "A lost record may have replaced or removed a key: then the key has again the value that it had before."
        })
final class StoreRepairCommand implements Callable<Integer> {
    @Mixin
    private StoreOption options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        StoreRepair repair;
        try (Progress progress = Progress.ofBytes("repair", 0)) {
            repair = StoreRepair.run(options.directory(), progress::moveTo);
        }
        PrintWriter out = spec.commandLine().getOut();
        Damages.print(out, options.json(), "repaired", repair.damages());
        new Summary("repaired")
                .with("segments", repair.segments().size())
                .with("salvagedRecords", repair.salvagedRecords())
                .with("lostRecords", repair.lostRecords())
                .print(out, options.json());
        return 0;
    }
}
