package io.tellask.console;

import io.tellask.actor.Promise;
import java.util.List;
import java.util.concurrent.Flow;

/**
 * What a server does now, for those who run it: found under {@link #PUBLISHED_NAME} where a {@link ServerConsole} publishes it, for principals
 * that are permitted there; others get an {@link io.tellask.remote.AccessDeniedException}. It only reads: nothing here changes the server.
 *
 * <p>Numbers are read while the server works, without a lock, so that each is an estimate. Those that count are counted since the server or
 * the process began, and never go back: a rate is the difference of two snapshots by the time between them.
 */
public interface Console {
    /** The name that it is published under. */
    String PUBLISHED_NAME = "tellask.console";

    /** The shortest time between two snapshots of one stream. */
    int LEAST_EVERY_MILLIS = 250;

    /** The longest one. */
    int MOST_EVERY_MILLIS = 60_000;

    /** So many streams of snapshots may be open at a time. */
    int MOST_VIEWERS = 64;

    /** The most rows that an answer has, but for connections. */
    int MOST_ROWS = 1_000;

    /** The most connections that an answer has. */
    int MOST_CONNECTIONS = 10_000;

    /**
     * What the whole server does: at once, then each time that so much time has passed, until this is cancelled. All who look share one
     * sampling, as often as the most impatient of them asks for; while nobody looks nothing is sampled, no call and no actor is timed.
     *
     * <p>Who does not take them misses some: at most 4 wait.
     *
     * @param everyMillis {@value #LEAST_EVERY_MILLIS} to {@value #MOST_EVERY_MILLIS}
     * @return fails with an {@link IllegalArgumentException} where that is out of range, and with an {@link IllegalStateException} where
     *     {@value #MOST_VIEWERS} are open
     */
    Flow.Publisher<Snapshot> snapshots(int everyMillis);

    /**
     * The connections that meet a condition.
     *
     * @return fails with an {@link IllegalArgumentException} that says where the condition is wrong
     */
    Promise<ConnectionPage> connections(ConnectionFilter filter);

    /** The actors of the server's system whose name, contract or class has a text in it. */
    Promise<ActorPage> actors(ActorFilter filter);

    /**
     * How long peers' calls took since somebody looks, by contract and method, those that were called most first.
     *
     * @param most rows, 1 to {@value #MOST_ROWS}
     */
    Promise<MethodPage> methods(int most);

    /**
     * How long the calls of one method took since somebody looks: how many came to each range of times. Empty for one that was not called.
     *
     * @param contract the full name of an interface; empty, with the method, for all calls together
     * @param method its name
     */
    Promise<Histogram> histogram(String contract, String method);

    /**
     * The messages that actors did not carry out, the youngest first: at most {@value io.tellask.actor.ActorSystem#KEPT_DEAD_LETTERS} are kept.
     *
     * @param most rows, 1 to {@value #MOST_ROWS}
     */
    Promise<DeadLetterPage> deadLetters(int most);

    /**
     * The pauses of the garbage collector since somebody looks, the youngest first: at most {@value PauseLog#MOST_KEPT} are kept.
     *
     * @param most rows, 1 to {@value #MOST_ROWS}
     */
    Promise<List<Pause>> pauses(int most);

    /** The durable maps of the process, as its {@link ConsoleSource}s tell them, at most {@value #MOST_ROWS}; none where there is no source. */
    Promise<List<StoreRow>> stores();

    /** The members of the groups that the process is a member of, as its {@link ConsoleSource}s tell them, at most {@value #MOST_ROWS}. */
    Promise<List<GroupRow>> groups();
}
