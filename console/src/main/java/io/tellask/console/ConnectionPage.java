package io.tellask.console;

import java.util.List;

/**
 * Connections that meet a condition.
 *
 * @param rows those that are told of
 * @param matching how many meet it
 * @param open how many there are, sessions that wait for another connection among them
 * @param more whether some that meet it are not told of
 */
public record ConnectionPage(List<ConnectionRow> rows, int matching, int open, boolean more) {
    public ConnectionPage {
        rows = List.copyOf(rows);
    }
}
