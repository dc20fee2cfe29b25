package io.tellask.actor.flight;

import io.tellask.actor.MailboxPolicy;
import io.tellask.actor.StopReason;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * What actors tell the JDK's Flight Recorder, where the runtime has one: else no class of it is looked for. Thread-safe.
 *
 * <p>No class of an event is touched before the process has begun its first recording: the first one has the recorder read its metadata,
 * which takes tenths of a second. Until then each call here costs a look at one field.
 */
public final class FlightEvents {
    private static final boolean PRESENT =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    private FlightEvents() {}

    /** Whether the process has begun a recording, now or before. */
    public static boolean isUsed() {
        return PRESENT && FlightRecorder.isInitialized();
    }

    /** Whether a recording wants slow messages. */
    public static boolean wantMessages() {
        return isUsed() && SlowMessageEvent.isOn();
    }

    /** An actor is about to handle a message; null where no recording wants to know. */
    public static @Nullable Object beginMessage() {
        if (!wantMessages()) {
            return null;
        }
        SlowMessageEvent event = new SlowMessageEvent();
        event.begin();
        return event;
    }

    /**
     * The actor has handled it.
     *
     * @param begun what {@link #beginMessage} returned
     * @param waitedNanos how long the message was in the mailbox; negative where that is not known
     * @param sender who sent it; empty where that is not known
     */
    public static void endMessage(
            Object begun, String actor, String contract, String method, long waitedNanos, String sender) {
        SlowMessageEvent event = (SlowMessageEvent) begun;
        event.end();
        if (event.shouldCommit()) {
            event.actor = actor;
            event.contract = contract;
            event.method = method;
            event.waited = waitedNanos < 0 ? SlowMessageEvent.UNKNOWN : waitedNanos;
            event.sender = sender;
            event.commit();
        }
    }

    /** An actor was made. */
    public static void spawned(String actor, String contract, String dispatcher) {
        if (isUsed()) {
            ActorSpawnedEvent event = new ActorSpawnedEvent();
            if (event.shouldCommit()) {
                event.actor = actor;
                event.contract = contract;
                event.dispatcher = dispatcher;
                event.commit();
            }
        }
    }

    /** An actor has stopped, after so many messages. */
    public static void stopped(String actor, String contract, StopReason reason, long handled) {
        if (isUsed()) {
            ActorStoppedEvent event = new ActorStoppedEvent();
            if (event.shouldCommit()) {
                event.actor = actor;
                event.contract = contract;
                event.reason = reason.name().toLowerCase(Locale.ROOT);
                event.handled = handled;
                event.commit();
            }
        }
    }

    /** A message failed that nobody waited for. */
    public static void failed(String actor, String contract, String method, Throwable failure) {
        if (isUsed()) {
            ActorFailedEvent event = new ActorFailedEvent();
            if (event.shouldCommit()) {
                event.actor = actor;
                event.contract = contract;
                event.method = method;
                event.failure = failure.getClass().getName();
                event.commit();
            }
        }
    }

    /** An actor goes on with a new object, for the so-manieth time. */
    public static void restarted(String actor, String contract, int restarts) {
        if (isUsed()) {
            ActorRestartedEvent event = new ActorRestartedEvent();
            if (event.shouldCommit()) {
                event.actor = actor;
                event.contract = contract;
                event.restarts = restarts;
                event.commit();
            }
        }
    }

    /** A message found a mailbox full. */
    public static void mailboxFull(String actor, String contract, String method, MailboxPolicy policy, int capacity) {
        if (isUsed()) {
            MailboxFullEvent event = new MailboxFullEvent();
            if (event.shouldCommit()) {
                event.actor = actor;
                event.contract = contract;
                event.method = method;
                event.policy = policy.name().toLowerCase(Locale.ROOT);
                event.capacity = capacity;
                event.commit();
            }
        }
    }

    /** A loop is blocked, and has been for so many nanoseconds. */
    public static void loopBlocked(String loop, String actor, String method, long nanos) {
        if (isUsed()) {
            LoopBlockedEvent event = new LoopBlockedEvent();
            if (event.shouldCommit()) {
                event.loop = loop;
                event.actor = actor;
                event.method = method;
                event.blockedMillis = TimeUnit.NANOSECONDS.toMillis(nanos);
                event.commit();
            }
        }
    }
}
