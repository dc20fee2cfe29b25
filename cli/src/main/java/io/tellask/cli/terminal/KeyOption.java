package io.tellask.cli.terminal;

import io.tellask.store.StoreKey;
import io.tellask.store.StoreKeyException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The key of an encrypted store, from a file or an environment variable; never from the command line, where others see it. */
public final class KeyOption {
    private static final String FILE = "--key-file";
    private static final String VARIABLE = "--key-env";

    @ArgGroup
    private @Nullable Source source;

    private static final class Source {
        @Option(
                names = FILE,
                paramLabel = "FILE",
                description = "The key of an encrypted store: 32 bytes, 64 hexadecimal digits or Base64.")
        private @Nullable Path file;

        @Option(
                names = VARIABLE,
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

    /** Which options give a store the key that it asked for, to be added to what it said; empty where there are none, or they were there. */
    public static String remedy(Throwable failure, CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        boolean missing = Stream.of(FILE, VARIABLE)
                .allMatch(name -> spec.optionsMap().containsKey(name)
                        && !command.getParseResult().hasMatchedOption(name));
        return missing && Failures.unwrapped(failure) instanceof StoreKeyException
                ? ", with " + FILE + " or " + VARIABLE
                : "";
    }

    public static @Nullable StoreKey read(@Nullable Path file, @Nullable String variable) {
        if (file != null) {
            return StoreKey.fromFile(file);
        }
        return variable == null ? null : StoreKey.fromEnvironment(variable);
    }
}
