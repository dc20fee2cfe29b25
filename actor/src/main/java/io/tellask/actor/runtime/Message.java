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

    /** Whether it must not go ahead of any message that was sent before it, whoever sent that. */
    boolean waitsForEarlier() {
        return false;
    }

    /** Settles the message without running it: the mailbox was full, or the actor has stopped. */
    public abstract void refuse(RuntimeException reason);
}
