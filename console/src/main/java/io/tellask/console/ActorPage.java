package io.tellask.console;

import java.util.List;

/**
 * Actors that were asked for.
 *
 * @param rows those that are told of
 * @param matching how many have the text
 * @param living how many there are
 * @param more whether some that have the text are not told of
 */
public record ActorPage(List<ActorRow> rows, int matching, int living, boolean more) {
    public ActorPage {
        rows = List.copyOf(rows);
    }
}
