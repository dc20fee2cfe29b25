package io.tellask.remote.session;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * How often a reference of the peer's came, its proxy while the application has it, and whether the application has released it. One for all
 * targets that stand for the same handing over. It refers to no session while no message is under way, since the cleaner holds it.
 *
 * <p>Thread-safety: {@code proxy} and {@code times} belong to the loop; the rest is guarded by the lock of the session's {@link Outbound},
 * but {@link #isReleased} may be read without.
 */
final class Handed {
    /** Of a copy that stands for nothing any more. */
    static final Handed RELEASED = new Handed();

    static {
        RELEASED.released = true;
    }

    WeakReference<Object> proxy = new WeakReference<>(null);
    long times;

    private volatile boolean released;
    private int underWay; // messages that name the reference, and of which a part has yet to leave
    private @Nullable Runnable postponed;

    boolean isReleased() {
        return released;
    }

    /** False if it was released before; with the lock held. */
    boolean release() {
        boolean first = !released;
        released = true;
        return first;
    }

    /** A message that names the reference is about to leave; the peer must know it until {@link #left}. With the lock held. */
    void leaves() {
        underWay++;
    }

    /** The message has left, or never will. */
    void left(Outbound outbound) {
        outbound.lock();
        underWay--;
        Runnable due = underWay == 0 ? postponed : null;
        if (due != null) {
            postponed = null;
        }
        outbound.unlock();
        if (due != null) {
            due.run();
        }
    }

    /** Whether a task must wait for messages that are under way; it is run when they have left, by the thread that sent the last one. */
    boolean postpones(Outbound outbound, Runnable task) {
        outbound.lock();
        boolean later = underWay > 0;
        if (later) {
            postponed = task;
        }
        outbound.unlock();
        return later;
    }
}
