package io.tellask.console;

import java.util.Objects;

/**
 * Which actors to tell of.
 *
 * @param text what their name, contract, class or dispatcher has in it, in upper or lower case; empty for all, at most
 *     {@value #MOST_TEXT_CHARS} characters
 * @param order which come first
 * @param most how many, 1 to {@value Console#MOST_ROWS}
 */
public record ActorFilter(String text, ActorOrder order, int most) {
    /** The longest text that is looked for. */
    public static final int MOST_TEXT_CHARS = 256;

    public ActorFilter {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(order, "order");
    }
}
