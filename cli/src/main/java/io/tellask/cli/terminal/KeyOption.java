package io.tellask.cli.terminal;

import io.tellask.store.StoreKey;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The key of an encrypted store, from a file or an environment variable; never from the command line, where others see it. */
public final class KeyOption {
    @ArgGroup
    private @Nullable Source source;

    private static final class Source {
        @Option(
                names = "--key-file",
                paramLabel = "FILE",
                description = "The key of an encrypted store: 32 bytes, 64 hexadecimal digits or Base64.")
        private @Nullable Path file;

        @Option(
                names = "--key-env",
                paramLabel = "NAME",
                description = "The environment variable that holds the key as text.")
        private @Nullable String variable;
    }

    /** The key that was named, or null. */
    public @Nullable StoreKey key() {
        if (source == null) {
            return null;
        }
        return read(source.file, source.variable);
    }

    public static @Nullable StoreKey read(@Nullable Path file, @Nullable String variable) {
        if (file != null) {
            return StoreKey.fromFile(file);
        }
        return variable == null ? null : StoreKey.fromEnvironment(variable);
    }
}
