package io.tellask.actor.runtime;

import io.tellask.actor.Dispatcher;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * Actors that cannot end: a thread of theirs has called {@code System.exit}, which returns to nobody and waits for the JVM's shutdown hooks. Immutable.
 *
 * @param actors the names of those that called it
 * @param threads the dispatchers of one thread each that it was called on: none of their actors goes on
 */
public record ExitCalls(Set<String> actors, Set<Dispatcher> threads) {
    private static final String EXIT = "java.base/java.lang.Runtime.exit(";

    public ExitCalls {
        actors = Set.copyOf(actors);
        threads = Set.copyOf(threads);
    }

    /** Looks at the threads of some dispatchers; each is stopped for an instant. */
    public static ExitCalls on(Collection<Dispatcher> dispatchers) {
        Set<String> actors = new HashSet<>();
        Set<Dispatcher> threads = new HashSet<>();
        for (Dispatcher dispatcher : Set.copyOf(dispatchers)) {
            for (ThreadLook look : ThreadLook.ofAll(Set.of(dispatcher), Integer.MAX_VALUE)) {
                if (look.frames().stream().anyMatch(frame -> frame.startsWith(EXIT))) {
                    actors.add(look.actor());
                    if (!(dispatcher instanceof StealingPool || dispatcher instanceof VirtualThreads)) {
                        threads.add(dispatcher);
                    }
                }
            }
        }
        return new ExitCalls(actors, threads);
    }

    /** Whether one of them keeps this actor from ending. */
    public boolean hold(ActorCell<?> cell) {
        return actors.contains(cell.name()) || threads.contains(cell.dispatcher());
    }
}
