package io.tellask.console;

import java.util.List;

/**
 * Messages that were not carried out.
 *
 * @param rows the youngest first
 * @param counted how many there were since the server began
 * @param kept how many of them are kept: not those beyond {@value DeadLetterLog#MOST_KEPT}, nor more than
 *     {@value DeadLetterLog#MOST_PER_SECOND} of one second
 */
public record DeadLetterPage(List<DeadLetterRow> rows, long counted, int kept) {
    public DeadLetterPage {
        rows = List.copyOf(rows);
    }
}
