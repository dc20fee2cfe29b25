package io.tellask.aeron;

import io.tellask.actor.Dispatcher;
import org.jspecify.annotations.Nullable;

/** Something that the thread of an {@link AeronClient} looks after in each of its rounds. All methods on that thread. */
interface Polled {
    /** Takes the next step, if there is one: 0 if nothing happened. */
    int poll(long nowNanos);

    /** Whether it needs no more rounds. */
    boolean isOver();

    /** The loop that it serves, which may have ended; null if there is none. */
    @Nullable
    Dispatcher loop();

    /** That loop has ended, or code of this failed: gives up what is held. */
    void abandon(@Nullable Throwable cause);

    /** The media driver or its client is over: nothing of it may be used after this returns. */
    void clientEnded(Throwable cause);
}
