package io.tellask.examples.cloud;

import io.tellask.actor.Promise;
import java.util.concurrent.Flow;

/** The contract of a visit: whoever holds it speaks under its name. It ends with its session. */
public interface Visit {
    /**
     * Adds a word, or lets it grow.
     *
     * @param word of 1 to 30 characters
     * @return how often it has been said
     * @throws WordRefusedException if it is none, or too many came at a time
     */
    Promise<Integer> say(String word) throws WordRefusedException;

    /** The whole cloud at first, then what becomes of it. A page that reads too slowly is told the whole cloud again. */
    Flow.Publisher<CloudEvent> watch();
}
