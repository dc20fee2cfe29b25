package io.tellask.remote.session;

import io.tellask.remote.MemoryHolder;
import io.tellask.remote.PeerMemory;
import java.util.concurrent.TimeUnit;

/**
 * Where a session waits while what other connections held has not left yet: its peer is not read. That takes as long as
 * their loops need to close them; after {@value #MOST_LOOKS} looks, a tenth of a second or two, the session goes on in any event, or after {@value #FEW_LOOKS}
 * if it holds little. The loop's own.
 */
final class MemoryWait {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final int MOST_LOOKS = 50;
    private static final int FEW_LOOKS = 5;

    private final Endpoint endpoint;
    private final MemoryHolder memory;
    private boolean waiting;
    private boolean goesOn; // it has waited for long enough, until the next read
    private int looks;

    MemoryWait(Endpoint endpoint) {
        this.endpoint = endpoint;
        memory = endpoint.memory();
    }

    /** Whether this session must wait now; begins to, if it must. */
    boolean isNeeded() {
        if (waiting) {
            return true;
        }
        if (goesOn || endpoint.isEnded() || !memory.mustWait()) {
            goesOn = false;
            return false;
        }
        look();
        waiting = true;
        memory.countWait();
        endpoint.wire().reading(false);
        return true;
    }

    private void look() {
        endpoint.schedule(this::lookAgain, LOOK_NANOS);
    }

    private void lookAgain() {
        int most = memory.bytes() > PeerMemory.LEAST_BYTES ? MOST_LOOKS : FEW_LOOKS;
        boolean needed = memory.mustWait() && !endpoint.isEnded();
        if (needed && ++looks < most) {
            look();
            return;
        }
        goesOn = needed;
        looks = 0;
        waiting = false;
        endpoint.wire().reading(true);
        endpoint.outbound().flush();
    }
}
