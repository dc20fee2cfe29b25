package io.tellask.actor.runtime;

import org.jspecify.annotations.Nullable;

/**
 * What waits of one remote caller at a crowded actor: a queue that is linked through the messages themselves.
 *
 * <p>Belongs to the actor's dispatcher.
 */
public final class CallerBacklog {
    @Nullable
    CallerBacklog next; // of another caller that has something waiting

    private @Nullable Message first;
    private @Nullable Message last;

    boolean isEmpty() {
        return first == null;
    }

    void add(Message message) {
        if (last == null) {
            first = message;
        } else {
            Message.NEXT.set(last, message);
        }
        last = message;
    }

    @Nullable
    Message poll() {
        Message taken = first;
        if (taken != null) {
            first = (Message) Message.NEXT.get(taken);
            Message.NEXT.set(taken, null); // whoever keeps a message must not keep all that came after it
            if (first == null) {
                last = null;
            }
        }
        return taken;
    }
}
