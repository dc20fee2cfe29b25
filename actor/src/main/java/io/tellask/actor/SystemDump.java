package io.tellask.actor;

import io.tellask.actor.runtime.ThreadLook;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A whole actor system, as somebody saw it while it worked: each part at another instant, so that parts may contradict each other. Immutable.
 *
 * @param at when it was begun
 * @param system its name
 * @param counts what the system counts, by name
 * @param actors those with most messages waiting first, at most {@value #MOST_ACTORS}; {@code counts} has how many live
 * @param threads of its dispatchers, at most {@value #MOST_THREADS}
 * @param deadLetters the youngest messages that were not carried out, at most {@value #MOST_DEAD_LETTERS}
 * @param sections what others add, such as the sessions of a server
 */
public record SystemDump(
        Instant at,
        String system,
        Map<String, Long> counts,
        List<Actor> actors,
        List<Worker> threads,
        List<DeadLetter> deadLetters,
        List<Section> sections) {
    /** How many actors are told of. */
    public static final int MOST_ACTORS = 10_000;

    /** How many messages of one mailbox are told of, and how many calls that one actor waits for. */
    public static final int MOST_MESSAGES = 8;

    /** How many threads are told of. */
    public static final int MOST_THREADS = 256;

    /** How many dead letters are told of. */
    public static final int MOST_DEAD_LETTERS = 256;

    /** How many rows of one section are told of. */
    public static final int MOST_ROWS = 10_000;

    public SystemDump {
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(system, "system");
        counts = Map.copyOf(counts);
        actors = List.copyOf(actors);
        threads = List.copyOf(threads);
        deadLetters = List.copyOf(deadLetters);
        sections = List.copyOf(sections);
    }

    /** All of it as one JSON object, in ASCII. */
    public String toJson() {
        return new DumpJson(this, Integer.MAX_VALUE).next();
    }

    /**
     * As {@link #toJson()} in pieces, of which each is made when it is asked for: a dump of many actors may be longer than the heap has room for.
     *
     * @param mostChars the most characters of a piece, at least 1
     */
    public Iterator<String> toJson(int mostChars) {
        if (mostChars < 1) {
            throw new IllegalArgumentException("dump: mostChars=" + mostChars + " < 1; a piece has something in it");
        }
        return new DumpJson(this, mostChars);
    }

    /** How many rows were left out of {@link #actors}, {@link #threads} and {@link #deadLetters}, by these names. */
    public Map<String, Long> leftOut() {
        return Map.of(
                "actors", beyond("actors", actors),
                "threads", beyond("threads", threads),
                "deadLetters", beyond("deadLetters", deadLetters));
    }

    private long beyond(String counted, List<?> rows) {
        return Math.max(0, counts.getOrDefault(counted, 0L) - rows.size());
    }

    /**
     * One actor.
     *
     * @param statistics what it has to do, and has done
     * @param timers that it has set; of actors that extend {@link io.tellask.actor.Actor}
     * @param running the method that a thread was executing for it; empty: none
     * @param waiting the oldest messages of its mailbox, at most {@value #MOST_MESSAGES}
     * @param waitsFor the calls that it has made and that wait elsewhere, or are being executed, such as {@code Shop.buy of Shop-1}: as far as they are among
     *     the messages and threads of this dump
     */
    public record Actor(
            ActorStatistics statistics, int timers, String running, List<Waiting> waiting, List<String> waitsFor) {
        public Actor {
            Objects.requireNonNull(statistics, "statistics");
            Objects.requireNonNull(running, "running");
            waiting = List.copyOf(waiting);
            waitsFor = List.copyOf(waitsFor);
        }
    }

    /**
     * A message that waits.
     *
     * @param method what it calls
     * @param sender who sent it: an actor or the address of a peer; empty where that is not known
     * @param waitedNanos how long it has waited, in nanoseconds; negative where nobody {@linkplain ActorSystem#measureActors measured}
     */
    public record Waiting(String method, String sender, long waitedNanos) {
        public Waiting {
            Objects.requireNonNull(method, "method");
            Objects.requireNonNull(sender, "sender");
        }
    }

    /**
     * A thread that runs actors.
     *
     * @param name of the thread
     * @param state that of {@link Thread.State}
     * @param actor which it was running; empty: none
     * @param method of that actor's, or where the thread was; empty: none
     * @param stack innermost first; of a deep one the innermost and the outermost frames
     */
    public record Worker(String name, String state, String actor, String method, List<String> stack) {
        public Worker {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(state, "state");
            Objects.requireNonNull(actor, "actor");
            Objects.requireNonNull(method, "method");
            stack = List.copyOf(stack);
        }

        static Worker of(ThreadLook look) {
            return new Worker(look.name(), look.state(), look.actor(), look.method(), look.frames());
        }
    }

    /**
     * What is not of actors, such as the sessions of a server.
     *
     * @param name what it is about
     * @param rows one for each, at most {@value #MOST_ROWS}, from columns to text, numbers or booleans
     * @param more how many rows were left out
     */
    public record Section(String name, List<Map<String, Object>> rows, long more) {
        public Section {
            Objects.requireNonNull(name, "name");
            if (rows.size() > MOST_ROWS) {
                throw new IllegalArgumentException(
                        "dump: rows=" + rows.size() + " > MOST_ROWS=" + MOST_ROWS + "; leave some out, and count them");
            }
            rows = rows.stream().map(Map::copyOf).toList();
        }
    }
}
