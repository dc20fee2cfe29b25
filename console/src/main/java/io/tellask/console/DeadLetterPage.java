package io.tellask.console;

import java.util.List;

/**
 * Messages that were not carried out.
 *
 * @param rows the youngest first
 * @param counted how many there were since the server began
 * @param kept how many of them are kept: not those beyond {@value io.tellask.actor.ActorSystem#KEPT_DEAD_LETTERS}, nor more than
 *     {@value io.tellask.actor.ActorSystem#KEPT_DEAD_LETTERS_PER_SECOND} of one second
 */
public record DeadLetterPage(List<DeadLetterRow> rows, long counted, int kept) {
    public DeadLetterPage {
        rows = List.copyOf(rows);
    }
}
