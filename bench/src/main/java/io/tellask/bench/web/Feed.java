package io.tellask.bench.web;

import io.tellask.actor.Promise;
import java.util.concurrent.Flow;

/** What a server of the web suite pushes. */
public interface Feed {
    /** The name it is published by. */
    String PUBLISHED_NAME = "feed";

    /** A trade. */
    record Update(String symbol, double price, int size) {}

    /** The time of {@link System#nanoTime} when it was emitted, which is one clock for all processes of a machine. */
    record Tick(long at) {}

    /** The bytes of the heap that live objects take; collects garbage before. */
    Promise<Long> heapBytes();

    /** A tick, again and again. */
    Flow.Publisher<Tick> ticks();

    /** Every update from now on. */
    Flow.Publisher<Update> updates();
}
