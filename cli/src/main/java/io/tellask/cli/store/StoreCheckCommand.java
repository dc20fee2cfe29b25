package io.tellask.cli.store;

import io.tellask.cli.terminal.Failures;
import io.tellask.cli.terminal.Progress;
import io.tellask.cli.terminal.Summary;
import io.tellask.store.StoreCheck;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tellask store check DIR}: reads and verifies every record. */
@Command(
        name = "check",
        header = "Reads every record of a store and verifies it; changes nothing.",
        description =
                "Prints one line for each damaged part and each incomplete end. Exit code 1 if there is damage: the store is"
                        + " refused where that is met; repair helps where it is in a segment, a backup where it is in KEYS. An"
                        + " incomplete end is no damage: opening drops it. The records are all those of the log, dead ones, removals and"
                        + " schemas among them; 'tellask store stats' counts the keys that have a value.")
final class StoreCheckCommand implements Callable<Integer> {
    @Mixin
    private StoreOption options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        StoreCheck check;
        try (Progress progress = Progress.ofBytes("check", 0)) {
            check = StoreCheck.run(options.directory(), progress::moveTo);
        }
        PrintWriter out = spec.commandLine().getOut();
        Damages.print(out, options.json(), "damage", check.damages());
        Damages.print(out, options.json(), "incomplete", check.cuts());
        Summary summary = new Summary("checked")
                .with("sound", check.isSound())
                .with("records", check.records())
                .with("sequence", check.sequence())
                .with("segments", check.segments())
                .with("bytes", check.bytes())
                .with("damages", check.damages().size())
                .with("keys", check.keys())
                .with("values", check.values());
        summary.print(out, options.json());
        return check.isSound() ? 0 : Failures.EXIT_CODE;
    }
}
