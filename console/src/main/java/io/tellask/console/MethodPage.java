package io.tellask.console;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * Methods that were called since somebody looks.
 *
 * @param since when somebody began to look; when it is asked, where nobody does
 * @param rows those that are told of
 * @param called how many were called
 * @param more whether some are not told of
 */
public record MethodPage(Instant since, List<MethodRow> rows, int called, boolean more) {
    public MethodPage {
        Objects.requireNonNull(since, "since");
        rows = List.copyOf(rows);
    }
}
