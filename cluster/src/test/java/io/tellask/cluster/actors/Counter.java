package io.tellask.cluster.actors;

import io.tellask.actor.Promise;
import java.util.List;
import java.util.concurrent.Flow;

/** What is called in tests of hosts. */
public interface Counter {
    Promise<Long> add(long amount);

    /** As {@link #add}, of a sum that outlives the activation. */
    Promise<Long> keep(long amount);

    /** The name of the host that runs it. */
    Promise<String> host();

    void note(String text);

    Promise<List<String>> notes();

    Flow.Publisher<Long> numbers(int count);

    /** Has no answer. */
    Promise<Long> never();

    void stop();
}
