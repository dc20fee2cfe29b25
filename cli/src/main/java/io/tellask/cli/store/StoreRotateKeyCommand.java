package io.tellask.cli.store;

import io.tellask.cli.terminal.KeyOption;
import io.tellask.cli.terminal.Summary;
import io.tellask.store.StoreKey;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tellask store rotate-key DIR}: gives an encrypted store another key. */
@Command(
        name = "rotate-key",
        header = "Gives an encrypted store another key.",
        description = {
            "The old key opens it no more. Values written from now on are encrypted with a fresh data key; those that are stored"
                    + " are not touched, and take no time.",
            "Backups taken before keep the old key. To encrypt everything anew, export the store and import it."
        })
final class StoreRotateKeyCommand implements Callable<Integer> {
    @Mixin
    private StoreOption options;

    @Mixin
    private KeyOption old;

    @ArgGroup(multiplicity = "1")
    private @Nullable Fresh fresh;

    private static final class Fresh {
        @Option(names = "--new-key-file", paramLabel = "FILE", description = "The new key.")
        private @Nullable Path file;

        @Option(names = "--new-key-env", paramLabel = "NAME", description = "The variable that holds the new key.")
        private @Nullable String variable;
    }

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        StoreKey oldKey = old.key();
        StoreKey newKey = fresh == null ? null : KeyOption.read(fresh.file, fresh.variable);
        if (oldKey == null || newKey == null) {
            throw new ParameterException(spec.commandLine(), "name the old key by --key-file or --key-env");
        }
        StoreKey.rotate(options.directory(), oldKey, newKey);
        new Summary("rotated")
                .with("dir", options.directory())
                .print(spec.commandLine().getOut(), options.json());
        return 0;
    }
}
