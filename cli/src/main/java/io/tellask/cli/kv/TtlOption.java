package io.tellask.cli.kv;

import io.tellask.cli.terminal.CountConverter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How long a value lives. */
final class TtlOption {
    /** 142 million years: as good as for ever, and a time that every clock has. */
    private static final long MOST_SECONDS = 1L << 52;

    @Option(
            names = "--ttl",
            paramLabel = "SECONDS",
            converter = CountConverter.class,
            description = "The key is absent after so many seconds, at least 1, by this machine's clock.")
    private @Nullable Long seconds;

    /** When the value ends, or null for never. */
    @Nullable
    Instant expiry() {
        return seconds == null ? null : Instant.now().plusSeconds(Math.min(seconds, MOST_SECONDS));
    }
}
