package io.tellask.actor.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** Something waiting in a mailbox: the link to the next message is in the message, so that queueing allocates nothing. */
public abstract class Message {
    static final VarHandle NEXT;

    static {
        try {
            NEXT = MethodHandles.lookup().findVarHandle(Message.class, "next", Message.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // through NEXT
    private @Nullable Message next;

    /** Runs the message on the actor's dispatcher. Must not throw. */
    public abstract void deliver(ActorCell<?> cell);

    /** What it is, for those who look inside: the method of a call. */
    String title() {
        return "continuation";
    }

    /** Who sent it; empty where that is not known. */
    String sender() {
        return "";
    }

    /** How long it has waited, at an instant on the clock of the dispatchers; negative where that is not known. */
    long waitedNanos(long nowNanos) {
        return -1;
    }

    /** Whether it must not go ahead of any message that was sent before it, whoever sent that. */
    boolean waitsForEarlier() {
        return false;
    }

    /** Settles the message without running it: the mailbox was full, or the actor has stopped. */
    public abstract void refuse(RuntimeException reason);
}
