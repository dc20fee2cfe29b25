package io.tellask.actor.runtime;

import io.tellask.actor.flight.FlightEvents;
import org.jspecify.annotations.Nullable;

/**
 * How long one actor has worked on its messages while somebody measured. Made for the first message that is measured: most actors never have
 * one.
 *
 * <p>Written by the dispatcher, read by anybody, as an estimate.
 */
final class MessageTimes {
    /** Of an actor that has not been measured; never written. */
    static final MessageTimes NONE = new MessageTimes();

    long busyNanos;
    long messages;
    long longestNanos;

    /** Has the actor handle a message, from an instant on; returns when it ended. */
    long handle(ActorCell<?> cell, Message message, long beganNanos) {
        Object event = FlightEvents.beginMessage();
        long waitedNanos = message.waitedNanos(beganNanos);
        cell.handle(message);
        long now = cell.dispatcher().nanoTime();
        add(now - beganNanos);
        if (event != null || isSlow(cell, now - beganNanos)) {
            tell(cell, event, now - beganNanos, waitedNanos, message.title(), message.sender());
        }
        return now;
    }

    /** The call has ended that the thread executed in place. */
    void leave(ActorCell<?> cell, RunContext thread, ReplyTo caller, MethodNames names, int method) {
        Object event = thread.enteredEvent;
        long took = cell.dispatcher().nanoTime() - thread.enteredNanos;
        thread.enteredNanos = 0;
        thread.enteredEvent = null;
        add(took);
        if (event != null || isSlow(cell, took)) {
            tell(cell, event, took, 0, names.methodName(method), caller.sender());
        }
    }

    private void add(long nanos) {
        busyNanos += Math.max(0, nanos);
        messages++;
        longestNanos = Math.max(longestNanos, nanos);
    }

    private static boolean isSlow(ActorCell<?> cell, long nanos) {
        SlowMessages slow = cell.host().slowMessages();
        return slow != null && slow.isSlow(nanos);
    }

    private static void tell(
            ActorCell<?> cell, @Nullable Object event, long took, long waited, String method, String sender) {
        if (event != null) {
            FlightEvents.endMessage(event, cell.name(), cell.contract(), method, waited, sender);
        }
        SlowMessages slow = cell.host().slowMessages();
        if (slow != null && slow.isSlow(took)) {
            slow.report(cell.name(), method, took, waited, sender, System.nanoTime());
        }
    }
}
