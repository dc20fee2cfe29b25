package io.tellask.actor.runtime;

import io.tellask.actor.ActorStatistics;
import io.tellask.actor.Dispatcher;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What an actor is called, and what its cell counts for those who look at it.
 *
 * <p>Written by the dispatcher, read by anybody, as estimates. Fields that senders read are near, so what changes with each message of an actor that
 * has little to do is not written here.
 */
abstract class ActorCounts extends ReadyTask {
    private static final long FIRST_NANOS = System.nanoTime();

    private static final VarHandle DROPPED;

    static {
        try {
            DROPPED = MethodHandles.lookup().findVarHandle(ActorCounts.class, "dropped", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final String label;
    final int number; // 0: the label is the whole name
    int place = ActorRegistry.NO_PLACE; // the registry's own
    private final int spawnedMillis = millis(); // since the first actor; an int, as there may be millions
    private int mostQueued; // written by whoever finds the mailbox full as well
    private volatile long dropped;
    long handledInPlace;
    private MessageTimes times = MessageTimes.NONE;

    ActorCounts(String label, int number) {
        this.label = label;
        this.number = number;
    }

    /** Put together when somebody asks for it: most actors are never named. */
    public final String name() {
        return number == 0 ? label : label + "-" + number;
    }

    private static int millis() {
        return (int) TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - FIRST_NANOS);
    }

    /** What runs it. */
    public abstract Dispatcher dispatcher();

    /** The name of what runs it: of a pool the thread that is its home now. */
    public final String home() {
        return dispatcher() instanceof StealingPool pool
                ? pool.homeOf(this)
                : dispatcher().toString();
    }

    static String contractOf(@Nullable Object reference) {
        Class<?>[] interfaces =
                reference == null ? new Class<?>[0] : reference.getClass().getInterfaces();
        return interfaces.length == 0 ? "" : interfaces[0].getName();
    }

    /** Messages that the mailbox policy dropped so far. */
    public final long droppedMessages() {
        return dropped;
    }

    /** The mailbox policy has dropped a message. From any thread. */
    final void noteDropped() {
        DROPPED.getAndAdd(this, 1L);
    }

    /** So many messages wait now. */
    final void noteQueued(long messages) {
        if (messages > mostQueued) {
            mostQueued = (int) messages;
        }
    }

    /** What is measured of the messages; on the dispatcher. */
    final MessageTimes times() {
        if (times == MessageTimes.NONE) {
            times = new MessageTimes();
        }
        return times;
    }

    /** All of it. */
    final ActorStatistics statistics(ActorCell<?> cell, int capacity, int restarts) {
        MessageTimes measured = times;
        Object actor = cell.actor();
        long queued = cell.queuedMessages();
        return new ActorStatistics(
                cell.name(),
                cell.contract(),
                actor == null ? "" : actor.getClass().getName(),
                cell.home(),
                queued,
                Math.max(queued, mostQueued),
                capacity,
                cell.handledMessages(),
                cell.droppedMessages(),
                restarts,
                Integer.toUnsignedLong(millis() - spawnedMillis),
                measured.busyNanos,
                measured.messages,
                measured.longestNanos);
    }
}
