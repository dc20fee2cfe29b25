package io.tellask.remote;

import io.tellask.actor.Promise;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Predicate;

/**
 * What a server tells those who run it of the actors of its system: found under {@link #PUBLISHED_NAME} where {@link
 * Server.Builder#publishOperations(Predicate)} was called, for principals that are permitted there. Others get an {@link AccessDeniedException}.
 *
 * <p>It answers on a thread of its own, so that it can be asked by sessions whose loop is not stuck while others are.
 */
public interface ActorOperations {
    /** The name that it is published under. */
    String PUBLISHED_NAME = "tellask.operations.actors";

    /** The most actors that one answer tells of. */
    int MOST_ACTORS = 10_000;

    /** The most actors that one answer chooses from. */
    int MOST_LOOKED_AT = 100_000;

    /** The longest time that messages are measured for one answer. */
    int MOST_SAMPLE_MILLIS = 60_000;

    /** The most answers that measure at one time. */
    int MOST_SAMPLES = 16;

    /** The most characters of one piece of a dump. */
    int PIECE_CHARS = 16 * 1024;

    /**
     * What actors do, once their messages were measured for a while. A message costs reading the clock meanwhile.
     *
     * @param order which come first
     * @param most how many to tell of, from 1 to {@link #MOST_ACTORS}
     * @param sampleMillis how long to measure, up to {@link #MOST_SAMPLE_MILLIS}; 0: rates are those of each actor's life, and times those that
     *     were measured before
     * @return fails with an {@link IllegalArgumentException} where a number is wrong, and with an {@link IllegalStateException} where as many
     *     measure as may
     */
    Promise<Actors> actors(Order order, int most, int sampleMillis);

    /** {@link io.tellask.actor.ActorSystem#dump}, as one JSON object in pieces of {@link #PIECE_CHARS} characters at most. */
    Flow.Publisher<String> dump();

    /** Which actors come first; the names decide among equals. */
    enum Order {
        /** Those with most messages waiting. */
        QUEUED,
        /** Those that had most messages waiting at one time. */
        MOST_QUEUED,
        /** Those that handled most messages a second. */
        RATE,
        /** Those that worked longest while it was measured. */
        BUSY,
        /** Those whose messages took longest on average. */
        MEAN,
        /** Those with the longest message. */
        LONGEST,
        /** Those that were made again most often. */
        RESTARTS,
        /** Those whose mailboxes dropped most. */
        DROPPED,
        /** The oldest. */
        AGE,
        /** By name. */
        NAME
    }

    /**
     * The answer.
     *
     * @param actors those that are told of
     * @param lookedAt how many they were chosen from
     * @param living how many there are
     */
    record Actors(List<Actor> actors, int lookedAt, int living) {
        public Actors {
            actors = List.copyOf(actors);
        }
    }

    /**
     * One actor, as it was when it was looked at.
     *
     * @param name that of its options or its contract, and a number
     * @param contract the full name of its contract
     * @param implementation the full name of its class
     * @param dispatcher what runs it: its thread, its loop, or of a pool the thread that is its home
     * @param queued messages that wait
     * @param mostQueued the most that waited at one time, as far as it was seen
     * @param capacity messages of this process that may wait
     * @param rate messages that it handled a second, while it was measured or else in all its life
     * @param busy how long it worked of each second that was measured, in milliseconds
     * @param mean how long a message took on average while it was measured, in microseconds; 0: none was
     * @param longest how long the longest message took that was ever measured, in microseconds
     * @param handled messages that it has handled
     * @param dropped messages that its full mailbox has dropped
     * @param restarts how often it was made again after a failure
     * @param age milliseconds since it was spawned
     */
    record Actor(
            String name,
            String contract,
            String implementation,
            String dispatcher,
            long queued,
            long mostQueued,
            int capacity,
            double rate,
            double busy,
            double mean,
            double longest,
            long handled,
            long dropped,
            int restarts,
            long age) {
        public Actor {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(contract, "contract");
            Objects.requireNonNull(implementation, "implementation");
            Objects.requireNonNull(dispatcher, "dispatcher");
        }
    }
}
